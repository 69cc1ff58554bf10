import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { PendingRequest, User } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { usersById, withUsers } from '../../users/user.rows.js';
import type { RoomGrant } from '../room.policy.js';
import { boundedPage } from '../../../platform/pages/bounded-page.js';
import type { BoundedPage, PageSize } from '../../../platform/pages/bounded-page.js';

interface RequestRow {
  readonly user_id: number;
  readonly created_at: Date;
}

interface ActiveRow extends RequestRow {
  readonly user: User;
}

/** For an empty page the requester's own membership still yields a row. */
type Row = RequestRow | { readonly user_id: null };

/** Pending requests, if the requester leads the room at the time of the read. */
const PENDING = `
  SELECT part.* FROM room_members own LEFT JOIN LATERAL (
    SELECT j.user_id, j.created_at FROM join_requests j
    WHERE j.room_id = $1 AND j.user_id > $3::bigint
    ORDER BY j.user_id LIMIT $4) part ON true
  WHERE own.room_id = $1 AND own.user_id = $2 AND own.role <> 'member'
  ORDER BY part.user_id`;

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
    const active = await manager.query<unknown[]>('SELECT id FROM users WHERE id = $1 AND is_active FOR KEY SHARE', [
      userId,
    ]);
    if (active.length === 0) return false;
    const rows = await manager.query<unknown[]>(
      'INSERT INTO join_requests (room_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING room_id',
      [roomId, userId],
    );
    return rows.length > 0;
  }

  /** Ends a request, in a room that is locked. @returns the user of the request; undefined: no such request */
  async settle(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.review_join'>,
    userId: number,
  ): Promise<User | undefined> {
    const [, settled] = await manager.query<[unknown[], number]>(
      'DELETE FROM join_requests WHERE room_id = $1 AND user_id = $2',
      [roomId, userId],
    );
    return settled === 0 ? undefined : (await usersById(manager, [userId])).get(userId);
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
      const rows = await this.source.query<Row[]>(PENDING, [roomId, userId, from, size.entries + 1]);
      if (rows.length === 0) throw notFound('No such room.');
      const requests = rows.filter((row): row is RequestRow => row.user_id !== null);
      found.push(...(await withUsers(this.source, requests, 'active')));
      hasMore = requests.length > size.entries;
      from = requests.at(-1)?.user_id ?? from;
    }
    return boundedPage(found, size, toRequest, ({ user_id }) => user_id);
  }
}

const toRequest = (row: ActiveRow): PendingRequest => ({
  user: row.user,
  created_at: row.created_at.toISOString(),
});
