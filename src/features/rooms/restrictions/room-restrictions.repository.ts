import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { RestrictionKind, RoomRestriction, User } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { storedText, textFromStored } from '../../../platform/database/stored-text.js';
import { usersById } from '../../users/user.rows.js';
import { boundedPage } from '../../../platform/pages/bounded-page.js';
import type { BoundedPage, PageSize } from '../../../platform/pages/bounded-page.js';
import type { RestrictionGrant, RoomGrant } from '../room.policy.js';
import { inForce, isBanned } from './in-force.js';

/** A restriction that is in force. */
export interface Restriction {
  readonly kind: RestrictionKind;
  /** Undefined: it has no end. */
  readonly until: Date | undefined;
  readonly reason: string | undefined;
  /** The id of the user who made it. */
  readonly byId: number | undefined;
}

interface RestrictionRow {
  readonly user_id: number;
  readonly kind: RestrictionKind;
  readonly until: Date | null;
  readonly reason: string | null;
  readonly by_id: number | null;
  readonly created_at: Date;
}

/** For an empty page the requester's own membership still yields a row. */
type Row = RestrictionRow | { readonly user_id: null };

const FIND = `
  SELECT x.kind, x.until, x.reason, x.by_id FROM room_restrictions x
  WHERE x.room_id = $1 AND x.user_id = $2 AND ${inForce('x')}`;

/** The room is named by its row, so that the statement runs on the worker of the room. */
const PUT = `
  INSERT INTO room_restrictions (room_id, user_id, kind, until, reason, by_id)
  SELECT r.id, $2::int, $3::varchar, $4::timestamptz, $5::text, $6::int FROM rooms r WHERE r.id = $1
  ON CONFLICT (room_id, user_id) DO UPDATE
  SET kind = excluded.kind, until = excluded.until, reason = excluded.reason, by_id = excluded.by_id,
    created_at = excluded.created_at`;

/** A leader sees all, any other member the own one. */
const LISTED = `
  SELECT part.* FROM room_members own LEFT JOIN LATERAL (
    SELECT x.user_id, x.kind, x.until, x.reason, x.by_id, x.created_at FROM room_restrictions x
    WHERE x.room_id = $1 AND x.user_id > $3::bigint AND ${inForce('x')} AND (own.role <> 'member' OR x.user_id = $2)
    ORDER BY x.user_id LIMIT $4) part ON true
  WHERE own.room_id = $1 AND own.user_id = $2
  ORDER BY part.user_id`;

/** Restrictions of users in rooms. Raw SQL, because the clock of the database decides which are in force. */
@Injectable()
export class RoomRestrictionsRepository {
  constructor(private readonly source: DataSource) {}

  /** @param manager undefined: the restriction as of now, outside of a transaction */
  async find(
    { roomId, userId }: { readonly roomId: string; readonly userId: number },
    manager: EntityManager = this.source.manager,
  ): Promise<Restriction | undefined> {
    const [row] = await manager.query<RestrictionRow[]>(FIND, [roomId, userId]);
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
    const rows = await this.source.query<{ user_id: number }[]>(
      `SELECT user_id FROM room_members WHERE room_id = $1 AND role <> 'member' ORDER BY user_id LIMIT $2`,
      [roomId, most],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /** Users as they are now, by id. */
  users(ids: readonly (number | null)[]): Promise<Map<number, User>> {
    return usersById(this.source, ids);
  }

  async isBanned(manager: EntityManager, roomId: string, userId: number): Promise<boolean> {
    const [row] = await manager.query<[{ banned: boolean }]>(`SELECT ${isBanned('$1::uuid', '$2::int')} AS banned`, [
      roomId,
      userId,
    ]);
    return row.banned;
  }

  /** Whether a time is ahead of the database's clock. */
  async isAhead(manager: EntityManager, time: Date): Promise<boolean> {
    const [row] = await manager.query<[{ ahead: boolean }]>('SELECT $1::timestamptz > statement_timestamp() AS ahead', [
      time,
    ]);
    return row.ahead;
  }

  /** Locks an active user, so that the user is not deleted before the commit. @throws Refusal 4004 */
  async lockUser(manager: EntityManager, userId: number): Promise<User> {
    const active = await manager.query<unknown[]>('SELECT id FROM users WHERE id = $1 AND is_active FOR KEY SHARE', [
      userId,
    ]);
    const user = active.length > 0 ? (await usersById(manager, [userId])).get(userId) : undefined;
    if (!user) throw notFound('No such user.');
    return user;
  }

  /** Restricts a user in a locked room, in place of an earlier restriction. */
  async put(
    manager: EntityManager,
    { roomId, restrictedId, userId }: RestrictionGrant,
    { kind, until, reason }: Omit<Restriction, 'byId'>,
  ): Promise<void> {
    const text = reason === undefined ? null : storedText(reason);
    await manager.query(PUT, [roomId, restrictedId, kind, until ?? null, text, userId]);
  }

  async lift(manager: EntityManager, { roomId, restrictedId }: RestrictionGrant): Promise<void> {
    await manager.query('DELETE FROM room_restrictions WHERE room_id = $1 AND user_id = $2', [roomId, restrictedId]);
  }

  /** Ends a restriction whose time is over. @returns false if there is none */
  async end(manager: EntityManager, roomId: string, userId: number): Promise<boolean> {
    const [, ended] = await manager.query<[unknown[], number]>(
      'DELETE FROM room_restrictions WHERE room_id = $1 AND user_id = $2 AND until <= statement_timestamp()',
      [roomId, userId],
    );
    return ended > 0;
  }

  /** A banned user has no request and is never added by others again. @returns whether a request to join has ended */
  async shutOut(manager: EntityManager, { roomId, restrictedId }: RestrictionGrant): Promise<boolean> {
    await manager.query(
      `INSERT INTO room_departures (room_id, user_id) SELECT r.id, $2::int FROM rooms r WHERE r.id = $1
       ON CONFLICT DO NOTHING`,
      [roomId, restrictedId],
    );
    const [, requests] = await manager.query<[unknown[], number]>(
      'DELETE FROM join_requests WHERE room_id = $1 AND user_id = $2',
      [roomId, restrictedId],
    );
    return requests > 0;
  }

  /**
   * A page of the restrictions in force, ordered by the ids of their users: to a leader all, to another member the own.
   * @param after the user of the last restriction of the page before
   * @throws Refusal 4004 if the requester is no longer a member
   */
  async page(
    { roomId, userId }: RoomGrant<'room.read'>,
    size: PageSize,
    after = 0,
  ): Promise<BoundedPage<RoomRestriction, number>> {
    const rows = await this.source.query<Row[]>(LISTED, [roomId, userId, after, size.entries + 1]);
    if (rows.length === 0) throw notFound('No such room.');
    const found = rows.filter((row): row is RestrictionRow => row.user_id !== null);
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

const toRestriction = (row: RestrictionRow & Pick<RoomRestriction, 'user' | 'by'>): RoomRestriction => ({
  user: row.user,
  kind: row.kind,
  until: row.until?.toISOString() ?? null,
  by: row.by,
  created_at: row.created_at.toISOString(),
  reason: row.reason === null ? null : textFromStored(row.reason),
});
