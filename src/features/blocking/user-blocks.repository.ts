import { Injectable } from '@nestjs/common';
import type { User, UserBlock } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { fitting } from '../../platform/collections/list-bytes.js';
import { Limits } from '../../platform/config/limits.settings.js';
import type { QuerySource } from '../../platform/database/query.js';
import { statement } from '../../platform/database/statement.js';
import type { ValuesOf } from '../../platform/database/statement.js';
import { USER_COLUMNS, userColumns, userFromRow } from '../users/user.view.js';
import type { BlockGrant, OwnBlocksGrant } from './block.policy.js';
import { UserBlockRow } from './user-block.entity.js';
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
    const rows = await LOCK.rows(manager, { users: [userId, otherId] });
    const other = rows.find(({ id, is_active: isActive }) => id === otherId && isActive);
    const { blocked } = await IS_BLOCKED.one(manager, { user: userId, other: otherId });
    return { other: other && userFromRow(other), isBlocked: blocked };
  }

  /** The number of users whom a locked user blocks. */
  async count(manager: EntityManager, { userId }: BlockGrant): Promise<number> {
    return (await COUNT.one(manager, { user: userId })).count;
  }

  /** @returns the time of the database, as clients receive it */
  async put(manager: EntityManager, { userId, otherId }: BlockGrant): Promise<Date> {
    return (await PUT.one(manager, { user: userId, other: otherId })).at;
  }

  async remove(manager: EntityManager, { userId, otherId }: BlockGrant): Promise<void> {
    await manager.delete(UserBlockRow, { blockerId: userId, blockedId: otherId });
  }

  /** Whether one of the two locked users blocks the other. */
  async isSeparated(manager: EntityManager, { userId, otherId }: BlockGrant): Promise<boolean> {
    return (await this.separatedAmong(manager, userId, [otherId])) > 0;
  }

  /** How many of these locked users block the user, or are blocked by the user. */
  async separatedAmong(manager: EntityManager, userId: number, others: readonly number[]): Promise<number> {
    if (others.every((id) => id === userId)) return 0;
    return (await SEPARATED_AMONG.one(manager, { user: userId, others })).count;
  }

  /** For each of these users, the users on the other side of a block in either direction. */
  async separated(userIds: readonly number[]): Promise<ReadonlySet<number>[]> {
    const rows = await SEPARATED.rows(this.source, { users: userIds });
    const found = new Map(rows.map(({ id, others }) => [id, others]));
    return userIds.map((id) => new Set(found.get(id)));
  }

  /** The users among these whom the user blocks. */
  async named(
    source: QuerySource,
    { userId }: Pick<OwnBlocksGrant, 'userId'>,
    ids: readonly number[],
  ): Promise<UserBlock[]> {
    return (await NAMED.rows(source, { user: userId, others: ids })).map(toUserBlock);
  }

  /** @param after the id at the end of the part before; undefined: the first part */
  async part(
    { userId }: Pick<OwnBlocksGrant, 'userId'>,
    { after, limit }: { readonly after: number | undefined; readonly limit: number },
    source: QuerySource = this.source,
  ): Promise<BlocksPart> {
    const rows = await LISTED.rows(source, { user: userId, after: after ?? 0, limit: limit + 1 });
    const asked = rows.slice(0, limit);
    const items = fitting(asked.map(toUserBlock), this.answerBytes);
    const end = items.length < rows.length ? items.at(-1)?.user_id : undefined;
    return { items, end, truncated: items.length < asked.length };
  }
}

const toUserBlock = (row: ValuesOf<typeof BLOCKED_USER>): UserBlock => ({
  user_id: row.id,
  blocked: true,
  user: userFromRow(row),
  blocked_at: row.blocked_at.toISOString(),
});

const LOCK = statement('blocks.lock', {
  parameters: { users: 'int4[]' },
  columns: { ...USER_COLUMNS, is_active: 'bool' },
  isPrepared: true,
  text: ({ users }) => `
    SELECT ${userColumns('u')}, u.is_active FROM users u WHERE u.id = ANY (${users}) ORDER BY u.id FOR NO KEY UPDATE`,
});

const IS_BLOCKED = statement('blocks.is_blocked', {
  parameters: { user: 'int4', other: 'int4' },
  columns: { blocked: 'bool' },
  isPrepared: true,
  text: ({ user, other }) => `
    SELECT EXISTS (SELECT FROM user_blocks WHERE blocker_id = ${user} AND blocked_id = ${other}) AS blocked`,
});

const COUNT = statement('blocks.count', {
  parameters: { user: 'int4' },
  columns: { count: 'int4' },
  isPrepared: true,
  text: ({ user }) => `SELECT count(*)::int AS count FROM user_blocks WHERE blocker_id = ${user}`,
});

const PUT = statement('blocks.put', {
  parameters: { user: 'int4', other: 'int4' },
  columns: { at: 'timestamptz' },
  isPrepared: true,
  text: ({ user, other }) => `
    INSERT INTO user_blocks (blocker_id, blocked_id, blocked_at)
    VALUES (${user}, ${other}, date_trunc('milliseconds', statement_timestamp())) RETURNING blocked_at AS at`,
});

const SEPARATED_AMONG = statement('blocks.separated_among', {
  parameters: { user: 'int4', others: 'int4[]' },
  columns: { count: 'int4' },
  isPrepared: true,
  text: ({ user, others }) => `
    SELECT count(*)::int AS count FROM unnest(${others}::int[]) AS other (id) WHERE ${areSeparated(user, 'other.id')}`,
});

const SEPARATED = statement('blocks.separated', {
  parameters: { users: 'int4[]' },
  columns: { id: 'int4', others: 'int4[]' },
  isPrepared: true,
  text: ({ users }) => `
    SELECT asked.id, ${separatedFrom('asked.id')} AS others FROM unnest(${users}::int[]) AS asked (id)`,
});

const BLOCKED_USER = { ...USER_COLUMNS, blocked_at: 'timestamptz' } as const;

/** @param user the place of the user who blocks */
const blockedUsers = (user: string): string => `
  SELECT ${userColumns('u')}, k.blocked_at FROM user_blocks k JOIN users u ON u.id = k.blocked_id
  WHERE k.blocker_id = ${user}`;

const NAMED = statement('blocks.named', {
  parameters: { user: 'int4', others: 'int4[]' },
  columns: BLOCKED_USER,
  isPrepared: true,
  text: ({ user, others }) => `${blockedUsers(user)} AND k.blocked_id = ANY (${others})`,
});

const LISTED = statement('blocks.listed', {
  parameters: { user: 'int4', after: 'int4', limit: 'int8' },
  columns: BLOCKED_USER,
  isPrepared: true,
  text: ({ user, after, limit }) =>
    `${blockedUsers(user)} AND k.blocked_id > ${after} ORDER BY k.blocked_id LIMIT ${limit}`,
});
