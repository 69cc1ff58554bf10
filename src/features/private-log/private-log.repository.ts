import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../platform/database/prepared.js';
import type { QuerySource } from '../../platform/database/query.js';
import { KEPT_CHANGES, numberedChanges } from './numbered-changes.js';

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
    const [row] = await manager.query<[{ seq: number }]>(TAKE, [userId, kind, key, KEPT_CHANGES]);
    return row.seq;
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
    await manager.query(TAKE_MANY, [kind, changes.map(({ user_id }) => user_id), changes.map(({ key }) => key)]);
  }

  /** The latest numbers, in the order of the users; 0 for a user without changes. */
  async heads(userIds: readonly number[], source: QuerySource = this.source): Promise<number[]> {
    const rows = await source.query<{ user_id: number; last_seq: number }[]>(HEADS, [userIds]);
    const heads = new Map(rows.map(({ user_id, last_seq }) => [user_id, last_seq]));
    return userIds.map((id) => heads.get(id) ?? 0);
  }

  /** Polled continuously for every user who is connected. The result is nearly always empty. */
  async headsOtherThan(known: ReadonlyMap<number, number>): Promise<Map<number, number>> {
    const rows = await this.source.query<{ user_id: number; last_seq: number }[]>(OTHER_HEADS, [
      [...known.keys()].join(),
      [...known.values()].join(),
    ]);
    return new Map(rows.map(({ user_id, last_seq }) => [user_id, last_seq]));
  }

  /** The changes above a number, up to another, in their order. */
  async changes(source: QuerySource, userId: number, after: number, upTo: number): Promise<readonly PrivateChange[]> {
    return source.query<PrivateChange[]>(CHANGES, [userId, after, upTo]);
  }

  /** The items that were changed after a number, each with the number of its latest change, in their order. */
  async changed(source: QuerySource, userId: number, after: number, most: number): Promise<readonly PrivateChange[]> {
    return source.query<PrivateChange[]>(CHANGED, [userId, after, most]);
  }
}

/** At most {@link KEPT_CHANGES} are left. */
const TAKE = prepared(`
  WITH log AS (
    INSERT INTO private_logs AS l (user_id, last_seq) VALUES ($1, 1)
    ON CONFLICT (user_id) DO UPDATE SET last_seq = l.last_seq + 1 RETURNING last_seq
  ), old AS (
    DELETE FROM private_changes WHERE user_id = $1 AND seq <= (SELECT last_seq FROM log) - $4::bigint
  )
  INSERT INTO private_changes (user_id, seq, kind, key) SELECT $1, last_seq, $2, $3 FROM log RETURNING seq`);

const TAKE_MANY = prepared(`
  WITH changes AS (
    SELECT * FROM unnest($2::int[], $3::text[]) AS c (user_id, key)
  ), ${numberedChanges('changes', '$1')}
  SELECT`);

const HEADS = prepared('SELECT user_id, last_seq FROM private_logs WHERE user_id = ANY ($1)');

/** Ids and numbers are sent as two strings. */
const OTHER_HEADS = prepared(`
  SELECT l.user_id, l.last_seq
  FROM unnest(string_to_array($1, ',')::int[], string_to_array($2, ',')::bigint[]) AS known (user_id, seq)
  JOIN private_logs l ON l.user_id = known.user_id WHERE l.last_seq <> known.seq`);

const CHANGES = prepared(`
  SELECT seq, kind, key FROM private_changes WHERE user_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq`);

const CHANGED = prepared(`
  SELECT max(seq) AS seq, kind, key FROM private_changes WHERE user_id = $1 AND seq > $2
  GROUP BY kind, key ORDER BY max(seq) LIMIT $3`);
