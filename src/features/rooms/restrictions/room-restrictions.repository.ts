import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { RestrictionKind, RoomRestriction, User } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { outer, statement, typed } from '../../../platform/database/statement.js';
import type { Types, ValuesOf } from '../../../platform/database/statement.js';
import { storedText, textFromStored } from '../../../platform/database/stored-text.js';
import { lockActiveUser, usersById } from '../../users/user.rows.js';
import { boundedPage } from '../../../platform/pages/bounded-page.js';
import type { BoundedPage, PageSize } from '../../../platform/pages/bounded-page.js';
import type { LedListGrant, RestrictionGrant } from '../room.policy.js';
import { inForce, isBanned, RoomRestrictionRow } from './room-restriction.entity.js';
import { leadersOf } from '../membership/member.rows.js';

/** A restriction that is in force. */
export interface Restriction {
  readonly kind: RestrictionKind;
  /** Undefined: it has no end. */
  readonly until: Date | undefined;
  readonly reason: string | undefined;
  /** The id of the user who made it. */
  readonly byId: number | undefined;
}

/** Restrictions of users in rooms. Raw SQL, because the clock of the database decides which are in force. */
@Injectable()
export class RoomRestrictionsRepository {
  constructor(private readonly source: DataSource) {}

  /** @param manager undefined: the restriction as of now, outside of a transaction */
  async find(
    { roomId, userId }: { readonly roomId: string; readonly userId: number },
    manager: EntityManager = this.source.manager,
  ): Promise<Restriction | undefined> {
    const row = await FIND.row(manager, { room: roomId, user: userId });
    return (
      row && {
        kind: row.kind,
        until: row.until ?? undefined,
        reason: row.reason === null ? undefined : textFromStored(row.reason),
        byId: row.by_id ?? undefined,
      }
    );
  }

  /** The first leaders of a room, for a replay. */
  async leaders(roomId: string, most: number): Promise<number[]> {
    return leadersOf(this.source, roomId, most);
  }

  /** Users as they are now, by id. */
  users(ids: readonly (number | null)[]): Promise<Map<number, User>> {
    return usersById(this.source, ids);
  }

  async isBanned(manager: EntityManager, roomId: string, userId: number): Promise<boolean> {
    return (await IS_BANNED.one(manager, { room: roomId, user: userId })).banned;
  }

  /** Whether a time is ahead of the database's clock. */
  async isAhead(manager: EntityManager, time: Date): Promise<boolean> {
    return (await IS_AHEAD.one(manager, { time })).ahead;
  }

  /** Locks an active user, so that the user is not deleted before the commit. @throws Refusal 4004 */
  async lockUser(manager: EntityManager, userId: number): Promise<User> {
    const isActive = await lockActiveUser(manager, userId);
    const user = isActive ? (await usersById(manager, [userId])).get(userId) : undefined;
    if (!user) throw notFound('No such user.');
    return user;
  }

  /** Restricts a user in a locked room, in place of an earlier restriction. */
  async put(
    manager: EntityManager,
    { roomId, restrictedId, userId }: RestrictionGrant,
    { kind, until, reason }: Omit<Restriction, 'byId'>,
  ): Promise<void> {
    await PUT.rows(manager, {
      room: roomId,
      user: restrictedId,
      kind,
      until: until ?? null,
      reason: reason === undefined ? null : storedText(reason),
      by: userId,
    });
  }

  async lift(manager: EntityManager, { roomId, restrictedId }: RestrictionGrant): Promise<void> {
    await manager.delete(RoomRestrictionRow, { roomId, userId: restrictedId });
  }

  /** Ends a restriction whose time is over. @returns false if there is none */
  async end(manager: EntityManager, roomId: string, userId: number): Promise<boolean> {
    return (await END.changes(manager, { room: roomId, user: userId })) > 0;
  }

  /** A banned user is never added by others again. */
  async depart(manager: EntityManager, { roomId, restrictedId }: RestrictionGrant): Promise<void> {
    await DEPART.rows(manager, { room: roomId, user: restrictedId });
  }

  /**
   * A page of the restrictions in force, ordered by the ids of their users: to a leader all, to another member the own.
   * @param after the user of the last restriction of the page before
   * @throws Refusal 4004 if the requester is no longer a member
   */
  async page(
    { roomId, userId, mayLead }: LedListGrant,
    size: PageSize,
    after = 0,
  ): Promise<BoundedPage<RoomRestriction, number>> {
    const rows = await LISTED.rows(this.source, {
      room: roomId,
      user: userId,
      mayLead,
      after,
      limit: size.entries + 1,
    });
    if (rows.length === 0) throw notFound('No such room.');
    const found = rows.filter((row): row is ValuesOf<typeof RESTRICTION> => row.user_id !== null);
    const users = await usersById(
      this.source,
      found.flatMap((row) => [row.user_id, row.by_id]),
    );
    const shown = found.flatMap((row) => {
      const user = users.get(row.user_id);
      return user ? [{ ...row, user, by: row.by_id === null ? null : (users.get(row.by_id) ?? null) }] : [];
    });
    return boundedPage(shown, size, toRestriction, ({ user_id }) => user_id);
  }
}

const STATE = {
  kind: typed<RestrictionKind>('text'),
  until: 'timestamptz | null',
  reason: 'text | null',
  by_id: 'int4 | null',
} as const satisfies Types;

const FIND = statement('restrictions.find', {
  parameters: { room: 'uuid', user: 'int4' },
  columns: STATE,
  text: ({ room, user }) => `
    SELECT x.kind, x.until, x.reason, x.by_id FROM room_restrictions x
    WHERE x.room_id = ${room} AND x.user_id = ${user} AND ${inForce('x')}`,
});

const IS_BANNED = statement('restrictions.is_banned', {
  parameters: { room: 'uuid', user: 'int4' },
  columns: { banned: 'bool' },
  text: ({ room, user }) => `SELECT ${isBanned(`${room}::uuid`, `${user}::int`)} AS banned`,
});

const IS_AHEAD = statement('restrictions.is_ahead', {
  parameters: { time: 'timestamptz' },
  columns: { ahead: 'bool' },
  text: ({ time }) => `SELECT ${time}::timestamptz > statement_timestamp() AS ahead`,
});

/** The room is named by its row, so that the statement runs on the worker of the room. */
const PUT = statement('restrictions.put', {
  parameters: {
    room: 'uuid',
    user: 'int4',
    kind: 'text',
    until: 'timestamptz | null',
    reason: 'text | null',
    by: 'int4',
  },
  columns: {},
  text: ({ room, user, kind, until, reason, by }) => `
    INSERT INTO room_restrictions (room_id, user_id, kind, until, reason, by_id)
    SELECT r.id, ${user}::int, ${kind}::varchar, ${until}::timestamptz, ${reason}::text, ${by}::int
    FROM rooms r WHERE r.id = ${room}
    ON CONFLICT (room_id, user_id) DO UPDATE
    SET kind = excluded.kind, until = excluded.until, reason = excluded.reason, by_id = excluded.by_id,
      created_at = excluded.created_at`,
});

const END = statement('restrictions.end', {
  parameters: { room: 'uuid', user: 'int4' },
  columns: {},
  text: ({ room, user }) => `
    DELETE FROM room_restrictions WHERE room_id = ${room} AND user_id = ${user} AND until <= statement_timestamp()`,
});

const DEPART = statement('restrictions.depart', {
  parameters: { room: 'uuid', user: 'int4' },
  columns: {},
  text: ({ room, user }) => `
    INSERT INTO room_departures (room_id, user_id) SELECT r.id, ${user}::int FROM rooms r WHERE r.id = ${room}
    ON CONFLICT DO NOTHING`,
});

const RESTRICTION = { user_id: 'int4', ...STATE, created_at: 'timestamptz' } as const satisfies Types;

/**
 * A leader sees all, any other member the own one. For an empty page the requester's own membership still yields a row.
 */
const LISTED = statement('restrictions.listed', {
  parameters: { room: 'uuid', user: 'int4', mayLead: 'bool', after: 'int8', limit: 'int8' },
  columns: outer(RESTRICTION),
  text: ({ room, user, mayLead, after, limit }) => `
    SELECT part.* FROM room_members own LEFT JOIN LATERAL (
      SELECT x.user_id, x.kind, x.until, x.reason, x.by_id, x.created_at FROM room_restrictions x
      WHERE x.room_id = ${room} AND x.user_id > ${after}::bigint AND ${inForce('x')}
        AND (${mayLead}::boolean AND own.role <> 'member' OR x.user_id = ${user})
      ORDER BY x.user_id LIMIT ${limit}) part ON true
    WHERE own.room_id = ${room} AND own.user_id = ${user}
    ORDER BY part.user_id`,
});

const toRestriction = (row: ValuesOf<typeof RESTRICTION> & Pick<RoomRestriction, 'user' | 'by'>): RoomRestriction => ({
  user: row.user,
  kind: row.kind,
  until: row.until?.toISOString() ?? null,
  by: row.by,
  created_at: row.created_at.toISOString(),
  reason: row.reason === null ? null : textFromStored(row.reason),
});
