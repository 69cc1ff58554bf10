import { Injectable } from '@nestjs/common';
import type { User, UserBlock } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { fitting } from '../../platform/collections/list-bytes.js';
import { Limits } from '../../platform/config/limits.settings.js';
import { prepared } from '../../platform/database/prepared.js';
import type { QuerySource } from '../../platform/database/query.js';
import { userColumns, userFromRow } from '../users/user.view.js';
import type { UserRow } from '../users/user.view.js';
import type { BlockGrant, OwnBlocksGrant } from './block.policy.js';
import { areSeparated, separatedFrom } from './separation-sql.js';

/** Two users who are locked, one of whom blocks the other or is about to. */
export interface LockedPair {
  /** Undefined: there is no such active user. */
  readonly other: User | undefined;
  readonly isBlocked: boolean;
}

/** A part of the users whom a user blocks, in the order of their ids. */
export interface BlocksPart {
  readonly items: readonly UserBlock[];
  /** The id after which the next part begins; undefined: this is the last part. */
  readonly end: number | undefined;
  /** Whether the part is shorter than requested because of its bytes. */
  readonly truncated: boolean;
}

type Row = UserRow & { readonly blocked_at: Date };

/**
 * Blocks between users. Raw SQL: users are locked in the order of all locks of users, and lists are read with their
 * users. Each statement about a pair comes after its lock: so it sees what a transaction has written for which the lock
 * has waited.
 */
@Injectable()
export class UserBlocksRepository {
  private readonly answerBytes: number;

  constructor(
    private readonly source: DataSource,
    limits: Limits,
  ) {
    this.answerBytes = limits.answerBytes;
  }

  /** Locks both users until the transaction ends. A chat of the two must be locked before. */
  async lock(manager: EntityManager, { userId, otherId }: BlockGrant): Promise<LockedPair> {
    const rows = await manager.query<(UserRow & { readonly is_active: boolean })[]>(LOCK, [[userId, otherId]]);
    const other = rows.find(({ id, is_active: isActive }) => id === otherId && isActive);
    const [{ blocked }] = await manager.query<[{ blocked: boolean }]>(IS_BLOCKED, [userId, otherId]);
    return { other: other && userFromRow(other), isBlocked: blocked };
  }

  /** The number of users whom a locked user blocks. */
  async count(manager: EntityManager, { userId }: BlockGrant): Promise<number> {
    const [{ count }] = await manager.query<[{ count: number }]>(COUNT, [userId]);
    return count;
  }

  /** @returns the time of the database, as clients receive it */
  async put(manager: EntityManager, { userId, otherId }: BlockGrant): Promise<Date> {
    const [{ at }] = await manager.query<[{ at: Date }]>(PUT, [userId, otherId]);
    return at;
  }

  async remove(manager: EntityManager, { userId, otherId }: BlockGrant): Promise<void> {
    await manager.query('DELETE FROM user_blocks WHERE blocker_id = $1 AND blocked_id = $2', [userId, otherId]);
  }

  /** Whether one of the two locked users blocks the other. */
  async isSeparated(manager: EntityManager, { userId, otherId }: BlockGrant): Promise<boolean> {
    return (await this.separatedAmong(manager, userId, [otherId])) > 0;
  }

  /** How many of these locked users block the user, or are blocked by the user. */
  async separatedAmong(manager: EntityManager, userId: number, others: readonly number[]): Promise<number> {
    if (others.every((id) => id === userId)) return 0;
    const [{ count }] = await manager.query<[{ count: number }]>(SEPARATED_AMONG, [userId, others]);
    return count;
  }

  /** For each of these users, the users on the other side of a block in either direction. */
  async separated(userIds: readonly number[]): Promise<ReadonlySet<number>[]> {
    const rows = await this.source.query<{ id: number; others: number[] }[]>(SEPARATED, [userIds]);
    const found = new Map(rows.map(({ id, others }) => [id, others]));
    return userIds.map((id) => new Set(found.get(id)));
  }

  /** The users among these whom the user blocks. */
  async named(
    source: QuerySource,
    { userId }: Pick<OwnBlocksGrant, 'userId'>,
    ids: readonly number[],
  ): Promise<UserBlock[]> {
    return (await source.query<Row[]>(NAMED, [userId, ids])).map(toUserBlock);
  }

  /** @param after the id at the end of the part before; undefined: the first part */
  async part(
    { userId }: Pick<OwnBlocksGrant, 'userId'>,
    { after, limit }: { readonly after: number | undefined; readonly limit: number },
    source: QuerySource = this.source,
  ): Promise<BlocksPart> {
    const rows = await source.query<Row[]>(LISTED, [userId, after ?? 0, limit + 1]);
    const asked = rows.slice(0, limit);
    const items = fitting(asked.map(toUserBlock), this.answerBytes);
    const end = items.length < rows.length ? items.at(-1)?.user_id : undefined;
    return { items, end, truncated: items.length < asked.length };
  }
}

const toUserBlock = (row: Row): UserBlock => ({
  user_id: row.id,
  blocked: true,
  user: userFromRow(row),
  blocked_at: row.blocked_at.toISOString(),
});

const LOCK = prepared(`
  SELECT ${userColumns('u')}, u.is_active FROM users u WHERE u.id = ANY ($1) ORDER BY u.id FOR NO KEY UPDATE`);

const IS_BLOCKED = prepared(`
  SELECT EXISTS (SELECT FROM user_blocks WHERE blocker_id = $1 AND blocked_id = $2) AS blocked`);

const COUNT = prepared('SELECT count(*)::int AS count FROM user_blocks WHERE blocker_id = $1');

const PUT = prepared(`
  INSERT INTO user_blocks (blocker_id, blocked_id, blocked_at)
  VALUES ($1, $2, date_trunc('milliseconds', statement_timestamp())) RETURNING blocked_at AS at`);

const SEPARATED_AMONG = prepared(`
  SELECT count(*)::int AS count FROM unnest($2::int[]) AS other (id) WHERE ${areSeparated('$1', 'other.id')}`);

const SEPARATED = prepared(`
  SELECT asked.id, ${separatedFrom('asked.id')} AS others FROM unnest($1::int[]) AS asked (id)`);

const BLOCKS = `SELECT ${userColumns('u')}, k.blocked_at FROM user_blocks k JOIN users u ON u.id = k.blocked_id
  WHERE k.blocker_id = $1`;

const NAMED = prepared(`${BLOCKS} AND k.blocked_id = ANY ($2)`);

const LISTED = prepared(`${BLOCKS} AND k.blocked_id > $2 ORDER BY k.blocked_id LIMIT $3`);
