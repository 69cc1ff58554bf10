import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { Backoff } from '../async/backoff.js';
import { prepared } from '../database/prepared.js';

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
    await manager.query(SET, [kind, key, dueAt, userId ?? null]);
  }

  async cancel(manager: EntityManager, { kind, key }: TimerId): Promise<void> {
    await manager.query(CANCEL, [kind, key]);
  }

  /**
   * The earliest due timer of each user, and each due timer that belongs to nobody, by their times: so a user with many
   * timers delays those of another by one of them.
   */
  async due(kinds: readonly string[]): Promise<TimerId[]> {
    return this.source.query<TimerId[]>(DUE, [kinds, MOST_READ]);
  }

  /** The number of due timers of all kinds, up to the most. */
  async countDue(most: number): Promise<number> {
    const [row] = await this.source.query<[{ count: number }]>(COUNT_DUE, [most]);
    return row.count;
  }

  /** Deletes a timer. @returns whether it was due: it may have been cancelled or moved since it was read */
  async take(manager: EntityManager, { kind, key }: TimerId): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(TAKE, [kind, key]);
    return count > 0;
  }

  /** Postpones a due timer, with exponential backoff from five seconds to an hour. */
  async postpone(manager: EntityManager, { kind, key }: TimerId): Promise<void> {
    await manager.query(POSTPONE, [kind, key]);
  }
}

const IS_DUE = 'due_at <= statement_timestamp()';

/** Whether a timer of these kinds is due, as an expression. Timers of kinds of another release wait for its nodes. */
export const timersAreDue = (kinds: readonly string[]): string =>
  `EXISTS (SELECT FROM timers WHERE ${IS_DUE} AND kind = ANY ('{${kinds.join()}}'))`;

const SET = prepared(`
  INSERT INTO timers (kind, key, due_at, user_id) VALUES ($1, $2, $3, $4)
  ON CONFLICT (kind, key) DO UPDATE SET due_at = excluded.due_at, user_id = excluded.user_id, attempts = 0`);

const CANCEL = prepared('DELETE FROM timers WHERE kind = $1 AND key = $2');

const DUE = prepared(`
  SELECT kind, key FROM (
    SELECT DISTINCT ON (turn) kind, key, due_at FROM (
      SELECT kind, key, due_at, coalesce(user_id::text, kind || ' ' || key) AS turn FROM timers
      WHERE ${IS_DUE} AND kind = ANY ($1) ORDER BY due_at LIMIT $2
    ) earliest ORDER BY turn, due_at
  ) first ORDER BY due_at, kind, key`);

const COUNT_DUE = `SELECT count(*)::int AS count FROM (SELECT FROM timers WHERE ${IS_DUE} LIMIT $1) first`;

const TAKE = prepared(`DELETE FROM timers WHERE kind = $1 AND key = $2 AND ${IS_DUE}`);

const POSTPONE = prepared(`
  UPDATE timers SET attempts = attempts + 1,
    due_at = statement_timestamp() + ${BACKOFF.sql('attempts')} * interval '1 second'
  WHERE kind = $1 AND key = $2 AND ${IS_DUE}`);
