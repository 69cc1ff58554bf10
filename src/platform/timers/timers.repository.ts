import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { Backoff } from '../async/backoff.js';
import { statement } from '../database/statement.js';

export interface TimerId {
  /** The name of a registered kind. */
  readonly kind: string;
  /** Identifies the object of the work within its kind. At most 200 characters. */
  readonly key: string;
}

export interface SetTimer extends TimerId {
  readonly dueAt: Date;
  /** The user whose timer it is. The timers of a user are deleted with the user, and take turns with those of others. */
  readonly userId?: number | undefined;
}

/** The timers that one round reads: they bound the memory and the sorting. */
const MOST_READ = 5_000;

/** In seconds. */
const BACKOFF = new Backoff(5, 3_600);

/** The table of timers. Raw SQL, because the clock of the database decides, and because of the turns of users. */
@Injectable()
export class TimersRepository {
  constructor(private readonly source: DataSource) {}

  async set(manager: EntityManager, { kind, key, dueAt, userId }: SetTimer): Promise<void> {
    await SET.rows(manager, { kind, key, dueAt, user: userId ?? null });
  }

  async cancel(manager: EntityManager, { kind, key }: TimerId): Promise<void> {
    await CANCEL.changes(manager, { kind, key });
  }

  /**
   * The earliest due timer of each user, and each due timer that belongs to nobody, by their times: so a user with many
   * timers delays those of another by one of them.
   */
  async due(kinds: readonly string[]): Promise<readonly TimerId[]> {
    return DUE.rows(this.source, { kinds, most: MOST_READ });
  }

  /** The number of due timers of all kinds, up to the most. */
  async countDue(most: number): Promise<number> {
    return (await COUNT_DUE.one(this.source, { most })).count;
  }

  /** Deletes a timer. @returns whether it was due: it may have been cancelled or moved since it was read */
  async take(manager: EntityManager, { kind, key }: TimerId): Promise<boolean> {
    return (await TAKE.changes(manager, { kind, key })) > 0;
  }

  /** Postpones a due timer, with exponential backoff from five seconds to an hour. */
  async postpone(manager: EntityManager, { kind, key }: TimerId): Promise<void> {
    await POSTPONE.changes(manager, { kind, key });
  }
}

const IS_DUE = 'due_at <= statement_timestamp()';

/** Whether a timer of these kinds is due, as an expression. Timers of kinds of another release wait for its nodes. */
export const timersAreDue = (kinds: readonly string[]): string =>
  `EXISTS (SELECT FROM timers WHERE ${IS_DUE} AND kind = ANY ('{${kinds.join()}}'))`;

const SET = statement('timers.set', {
  parameters: { kind: 'text', key: 'text', dueAt: 'timestamptz', user: 'int4 | null' },
  columns: {},
  isPrepared: true,
  text: ({ kind, key, dueAt, user }) => `
    INSERT INTO timers (kind, key, due_at, user_id) VALUES (${kind}, ${key}, ${dueAt}, ${user})
    ON CONFLICT (kind, key) DO UPDATE SET due_at = excluded.due_at, user_id = excluded.user_id, attempts = 0`,
});

const CANCEL = statement('timers.cancel', {
  parameters: { kind: 'text', key: 'text' },
  columns: {},
  isPrepared: true,
  text: ({ kind, key }) => `DELETE FROM timers WHERE kind = ${kind} AND key = ${key}`,
});

const DUE = statement('timers.due', {
  parameters: { kinds: 'text[]', most: 'int8' },
  columns: { kind: 'text', key: 'text' },
  isPrepared: true,
  text: ({ kinds, most }) => `
    SELECT kind, key FROM (
      SELECT DISTINCT ON (turn) kind, key, due_at FROM (
        SELECT kind, key, due_at, coalesce(user_id::text, kind || ' ' || key) AS turn FROM timers
        WHERE ${IS_DUE} AND kind = ANY (${kinds}) ORDER BY due_at LIMIT ${most}
      ) earliest ORDER BY turn, due_at
    ) first ORDER BY due_at, kind, key`,
});

const COUNT_DUE = statement('timers.count_due', {
  parameters: { most: 'int8' },
  columns: { count: 'int4' },
  text: ({ most }) => `SELECT count(*)::int AS count FROM (SELECT FROM timers WHERE ${IS_DUE} LIMIT ${most}) first`,
});

const TAKE = statement('timers.take', {
  parameters: { kind: 'text', key: 'text' },
  columns: {},
  isPrepared: true,
  text: ({ kind, key }) => `DELETE FROM timers WHERE kind = ${kind} AND key = ${key} AND ${IS_DUE}`,
});

const POSTPONE = statement('timers.postpone', {
  parameters: { kind: 'text', key: 'text' },
  columns: {},
  isPrepared: true,
  text: ({ kind, key }) => `
    UPDATE timers SET attempts = attempts + 1,
      due_at = statement_timestamp() + ${BACKOFF.sql('attempts')} * interval '1 second'
    WHERE kind = ${kind} AND key = ${key} AND ${IS_DUE}`,
});
