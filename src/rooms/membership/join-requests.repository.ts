import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { PendingRequest, User } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { userFromRow } from '../../users/user.view.js';
import type { UserRow } from '../../users/user.view.js';
import type { RoomGrant } from '../room.policy.js';
import { listPart } from './member-list.cursor.js';
import type { ListPart } from './member-list.cursor.js';

interface RequestRow extends UserRow {
  readonly created_at: Date;
}

/** For an empty page the requester's own membership still yields a row. */
type Row = RequestRow | { readonly id: null };

/** Requests are ordered by the ids of their users. */
export const REQUESTS_GO_BY = 1;

/** Pending requests of active users, if the requester leads the room at the time of the read. */
const PENDING = `
  SELECT part.* FROM room_members own LEFT JOIN LATERAL (
    SELECT u.id, u.username, u.first_name, u.last_name, j.created_at
    FROM join_requests j JOIN users u ON u.id = j.user_id
    WHERE j.room_id = $1 AND j.user_id > $3::bigint AND u.is_active
    ORDER BY j.user_id LIMIT $4) part ON true
  WHERE own.room_id = $1 AND own.user_id = $2 AND own.role <> 'member'
  ORDER BY part.id`;

/**
 * Requests to join groups. A request ends when its user becomes a member, is denied or is deleted. Raw SQL, because
 * each statement checks the user or the requester as well, in the same snapshot.
 */
@Injectable()
export class JoinRequestsRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Adds a request to join. A user who is deleted at the same time leaves no request behind.
   * @returns false if the user has a pending request already
   */
  async insert(manager: EntityManager, { userId, roomId }: RoomGrant<'room.ask_to_join'>): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO join_requests (room_id, user_id)
       SELECT $1, u.id FROM users u WHERE u.id = $2 AND u.is_active FOR KEY SHARE
       ON CONFLICT DO NOTHING RETURNING room_id`,
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
    const [row] = await manager.query<UserRow[]>(
      `WITH settled AS (DELETE FROM join_requests WHERE room_id = $1 AND user_id = $2 RETURNING user_id)
       SELECT u.id, u.username, u.first_name, u.last_name FROM settled JOIN users u ON u.id = settled.user_id`,
      [roomId, userId],
    );
    return row && userFromRow(row);
  }

  /**
   * Pending requests, ordered by the ids of their users.
   * @param after the end of the page before
   * @throws Refusal 4004 if the requester no longer leads the room
   */
  async pending(
    { userId, roomId }: RoomGrant<'room.review_join'>,
    size: number,
    after: readonly number[] = [0],
  ): Promise<ListPart<PendingRequest>> {
    const rows = await this.source.query<Row[]>(PENDING, [roomId, userId, ...after, size + 1]);
    if (rows.length === 0) throw notFound('No such room.');
    const found = rows.filter((row): row is RequestRow => row.id !== null);
    return listPart(found, size, toRequest, ({ id }) => [id]);
  }
}

const toRequest = (row: RequestRow): PendingRequest => ({
  user: userFromRow(row),
  created_at: row.created_at.toISOString(),
});
