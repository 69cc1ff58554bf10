import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { PendingRequest, User } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { outer, statement } from '../../../platform/database/statement.js';
import type { Types, ValuesOf } from '../../../platform/database/statement.js';
import { lockActiveUser, usersById, withUsers } from '../../users/user.rows.js';
import type { RoomGrant } from '../room.policy.js';
import { boundedPage } from '../../../platform/pages/bounded-page.js';
import type { BoundedPage, PageSize } from '../../../platform/pages/bounded-page.js';

/**
 * Requests to join groups. A request ends when its user becomes a member, is denied or is deleted. Raw SQL,
 * because the requester of a page is checked in its snapshot, and because the results of writes decide.
 */
@Injectable()
export class JoinRequestsRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Adds a request to join. A user who is deleted at the same time leaves no request behind.
   * @returns false if the user has a pending request already
   */
  async insert(manager: EntityManager, { userId, roomId }: RoomGrant<'room.ask_to_join'>): Promise<boolean> {
    if (!(await lockActiveUser(manager, userId))) return false;
    const rows = await INSERT.rows(manager, { room: roomId, user: userId });
    return rows.length > 0;
  }

  /** Ends a request, in a room that is locked. @returns false if there is none */
  async end(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.review_join' | 'room.restrict'>,
    userId: number,
  ): Promise<boolean> {
    return (await END.changes(manager, { room: roomId, user: userId })) > 0;
  }

  /** As {@link end}. @returns the user of the request; undefined: no such request */
  async settle(
    manager: EntityManager,
    grant: RoomGrant<'room.review_join'>,
    userId: number,
  ): Promise<User | undefined> {
    return (await this.end(manager, grant, userId)) ? (await usersById(manager, [userId])).get(userId) : undefined;
  }

  /**
   * Pending requests of active users, ordered by their ids.
   * @param after the user of the last request of the page before
   * @throws Refusal 4004 if the requester no longer leads the room
   */
  async pending(
    { userId, roomId }: RoomGrant<'room.review_join'>,
    size: PageSize,
    after = 0,
  ): Promise<BoundedPage<PendingRequest, number>> {
    const found: ActiveRow[] = [];
    let from = after;
    let hasMore = true;
    while (hasMore && found.length <= size.entries) {
      const rows = await PENDING.rows(this.source, {
        room: roomId,
        user: userId,
        after: from,
        limit: size.entries + 1,
      });
      if (rows.length === 0) throw notFound('No such room.');
      const requests = rows.filter((row): row is RequestRow => row.user_id !== null);
      found.push(...(await withUsers(this.source, requests, 'active')));
      hasMore = requests.length > size.entries;
      from = requests.at(-1)?.user_id ?? from;
    }
    return boundedPage(found, size, toRequest, ({ user_id }) => user_id);
  }
}

const REQUEST = { user_id: 'int4', created_at: 'timestamptz' } as const satisfies Types;
type RequestRow = ValuesOf<typeof REQUEST>;

type ActiveRow = RequestRow & { readonly user: User };

const toRequest = (row: ActiveRow): PendingRequest => ({
  user: row.user,
  created_at: row.created_at.toISOString(),
});

const INSERT = statement('join_requests.insert', {
  parameters: { room: 'uuid', user: 'int4' },
  columns: { room_id: 'uuid' },
  text: ({ room, user }) => `
    INSERT INTO join_requests (room_id, user_id) VALUES (${room}, ${user}) ON CONFLICT DO NOTHING RETURNING room_id`,
});

const END = statement('join_requests.end', {
  parameters: { room: 'uuid', user: 'int4' },
  columns: {},
  text: ({ room, user }) => `DELETE FROM join_requests WHERE room_id = ${room} AND user_id = ${user}`,
});

/**
 * Pending requests, if the requester leads the room at the time of the read. For an empty page the requester's own
 * membership still yields a row.
 */
const PENDING = statement('join_requests.pending', {
  parameters: { room: 'uuid', user: 'int4', after: 'int8', limit: 'int8' },
  columns: outer(REQUEST),
  text: ({ room, user, after, limit }) => `
    SELECT part.* FROM room_members own LEFT JOIN LATERAL (
      SELECT j.user_id, j.created_at FROM join_requests j
      WHERE j.room_id = ${room} AND j.user_id > ${after}::bigint
      ORDER BY j.user_id LIMIT ${limit}) part ON true
    WHERE own.room_id = ${room} AND own.user_id = ${user} AND own.role <> 'member'
    ORDER BY part.user_id`,
});
