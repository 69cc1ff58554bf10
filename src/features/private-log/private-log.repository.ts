import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { QuerySource } from '../../platform/database/query.js';
import { statement } from '../../platform/database/statement.js';
import type { Types } from '../../platform/database/statement.js';

/** The number of latest changes that a log keeps. A client that is further behind gets the whole private state. */
export const KEPT_CHANGES = 1_000;

/**
 * Parts of a statement that records changes of many users, in SQL. Logs are locked in the order of their users, after
 * all that the statement has locked before. Nodes find the numbers in their next poll, and send the changes then.
 * @param changes a relation of the statement with the columns `user_id` and `key`
 * @param kind SQL of the name of the kind of private state, which may name columns of a change `c`
 */
export const numberedChanges = (changes: string, kind: string): string => `
  private_heads AS (
    INSERT INTO private_logs AS l (user_id, last_seq)
    SELECT c.user_id, count(*) FROM ${changes} c GROUP BY c.user_id ORDER BY c.user_id
    ON CONFLICT (user_id) DO UPDATE SET last_seq = l.last_seq + excluded.last_seq RETURNING user_id, last_seq
  ), private_old AS (
    DELETE FROM private_changes o USING private_heads h
    WHERE o.user_id = h.user_id AND o.seq <= h.last_seq - ${String(KEPT_CHANGES)}
  ), private_new AS (
    INSERT INTO private_changes (user_id, seq, kind, key)
    SELECT c.user_id, h.last_seq + 1 - row_number() OVER (PARTITION BY c.user_id ORDER BY c.key), ${kind}, c.key
    FROM ${changes} c JOIN private_heads h ON h.user_id = c.user_id
  )`;

/** An item that was changed, and the number of its latest change. */
export interface PrivateChange {
  readonly seq: number;
  readonly kind: string;
  readonly key: string;
}

/**
 * The numbers of private logs. A number is taken in the transaction of its change, which locks the log until it ends:
 * so the numbers of a user are committed in their order, without a gap. Raw SQL, because each is one statement.
 */
@Injectable()
export class PrivateLogRepository {
  constructor(private readonly source: DataSource) {}

  /** @returns the number of the change */
  async take(manager: EntityManager, userId: number, kind: string, key: string): Promise<number> {
    return (await TAKE.one(manager, { user: userId, kind, key, kept: KEPT_CHANGES })).seq;
  }

  /**
   * Takes numbers for changes of one kind, of many users. Their logs stay locked until the transaction ends. Nodes find
   * the numbers in their next poll, and send the changes then.
   */
  async takeMany(
    manager: EntityManager,
    kind: string,
    changes: readonly { readonly user_id: number; readonly key: string }[],
  ): Promise<void> {
    if (changes.length === 0) return;
    await TAKE_MANY.rows(manager, {
      kind,
      users: changes.map(({ user_id }) => user_id),
      keys: changes.map(({ key }) => key),
    });
  }

  /** The latest numbers, in the order of the users; 0 for a user without changes. */
  async heads(userIds: readonly number[], source: QuerySource = this.source): Promise<number[]> {
    const rows = await HEADS.rows(source, { users: userIds });
    const heads = new Map(rows.map(({ user_id, last_seq }) => [user_id, last_seq]));
    return userIds.map((id) => heads.get(id) ?? 0);
  }

  /** Polled continuously for every user who is connected. The result is nearly always empty. */
  async headsOtherThan(known: ReadonlyMap<number, number>): Promise<Map<number, number>> {
    const rows = await OTHER_HEADS.rows(this.source, {
      users: [...known.keys()].join(),
      seqs: [...known.values()].join(),
    });
    return new Map(rows.map(({ user_id, last_seq }) => [user_id, last_seq]));
  }

  /** The changes above a number, up to another, in their order. */
  async changes(source: QuerySource, userId: number, after: number, upTo: number): Promise<readonly PrivateChange[]> {
    return CHANGES.rows(source, { user: userId, after, up_to: upTo });
  }

  /** The items that were changed after a number, each with the number of its latest change, in their order. */
  async changed(source: QuerySource, userId: number, after: number, most: number): Promise<readonly PrivateChange[]> {
    return CHANGED.rows(source, { user: userId, after, most });
  }
}

/** At most {@link KEPT_CHANGES} are left. */
const TAKE = statement('private_log.take', {
  parameters: { user: 'int4', kind: 'text', key: 'text', kept: 'int8' },
  columns: { seq: 'int8' },
  isPrepared: true,
  text: ({ user, kind, key, kept }) => `
    WITH log AS (
      INSERT INTO private_logs AS l (user_id, last_seq) VALUES (${user}, 1)
      ON CONFLICT (user_id) DO UPDATE SET last_seq = l.last_seq + 1 RETURNING last_seq
    ), old AS (
      DELETE FROM private_changes WHERE user_id = ${user} AND seq <= (SELECT last_seq FROM log) - ${kept}::bigint
    )
    INSERT INTO private_changes (user_id, seq, kind, key) SELECT ${user}, last_seq, ${kind}, ${key} FROM log
    RETURNING seq`,
});

const TAKE_MANY = statement('private_log.take_many', {
  parameters: { kind: 'text', users: 'int4[]', keys: 'text[]' },
  columns: {},
  isPrepared: true,
  text: ({ kind, users, keys }) => `
    WITH changes AS (
      SELECT * FROM unnest(${users}::int[], ${keys}::text[]) AS c (user_id, key)
    ), ${numberedChanges('changes', kind)}
    SELECT`,
});

const HEAD = { user_id: 'int4', last_seq: 'int8' } as const satisfies Types;

const HEADS = statement('private_log.heads', {
  parameters: { users: 'int4[]' },
  columns: HEAD,
  isPrepared: true,
  text: ({ users }) => `SELECT user_id, last_seq FROM private_logs WHERE user_id = ANY (${users})`,
});

/** Ids and numbers are sent as two strings. */
const OTHER_HEADS = statement('private_log.other_heads', {
  parameters: { users: 'text', seqs: 'text' },
  columns: HEAD,
  isPrepared: true,
  text: ({ users, seqs }) => `
    SELECT l.user_id, l.last_seq
    FROM unnest(string_to_array(${users}, ',')::int[], string_to_array(${seqs}, ',')::bigint[]) AS known (user_id, seq)
    JOIN private_logs l ON l.user_id = known.user_id WHERE l.last_seq <> known.seq`,
});

const CHANGE = { seq: 'int8', kind: 'text', key: 'text' } as const satisfies Types;

const CHANGES = statement('private_log.changes', {
  parameters: { user: 'int4', after: 'int8', up_to: 'int8' },
  columns: CHANGE,
  isPrepared: true,
  text: ({ user, after, up_to: upTo }) => `
    SELECT seq, kind, key FROM private_changes
    WHERE user_id = ${user} AND seq > ${after} AND seq <= ${upTo} ORDER BY seq`,
});

const CHANGED = statement('private_log.changed', {
  parameters: { user: 'int4', after: 'int8', most: 'int8' },
  columns: CHANGE,
  isPrepared: true,
  text: ({ user, after, most }) => `
    SELECT max(seq) AS seq, kind, key FROM private_changes WHERE user_id = ${user} AND seq > ${after}
    GROUP BY kind, key ORDER BY max(seq) LIMIT ${most}`,
});
