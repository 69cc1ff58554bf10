import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { placeholderName } from './username.js';

const OF_THE_USER_ALONE = ['reactions', 'receipts', 'notifications', 'join_requests', 'refresh_tokens'];

interface LockedRoom {
  readonly id: string;
  readonly type: string;
}

/**
 * A user's end, over every table that names users.
 *
 * Chats of two end with them. Groups and channels go on: their messages stay under a placeholder, and where the
 * user was the creator, the oldest admin or moderator, else the oldest member, takes their place. A room that the
 * user was the last to leave goes too. Rooms are locked before users, both by id, as everywhere.
 */
@Injectable()
export class UserDeletionRepository {
  /** @returns false, with nothing changed, if the user entered a room meanwhile: then it must be tried again */
  async delete(manager: EntityManager, userId: number): Promise<boolean> {
    const rooms = await this.lockRooms(manager, userId);
    const pairs = rooms.filter(({ type }) => type === 'OneToOneChat').map(({ id }) => id);
    const groups = rooms.filter(({ type }) => type !== 'OneToOneChat').map(({ id }) => id);
    await this.lockUsers(manager, userId, pairs);
    if (await this.sitsElsewhere(manager, userId, [...pairs, ...groups])) return false;

    await this.endPairs(manager, userId, pairs);
    await this.leaveGroups(manager, userId, groups);
    for (const table of OF_THE_USER_ALONE) await manager.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    await this.leavePlaceholder(manager, userId);
    return true;
  }

  private lockRooms(manager: EntityManager, userId: number): Promise<LockedRoom[]> {
    return manager.query(
      `SELECT id, type FROM rooms WHERE id IN (SELECT room_id FROM room_members WHERE user_id = $1)
       ORDER BY id FOR UPDATE`,
      [userId],
    );
  }

  /** From here on the user can enter no room, because a new membership locks the user's row too. */
  private async lockUsers(manager: EntityManager, userId: number, pairs: readonly string[]): Promise<void> {
    await manager.query(
      `SELECT FROM users
       WHERE id = $1 OR id IN (SELECT user_id FROM room_members WHERE room_id = ANY($2))
       ORDER BY id FOR UPDATE`,
      [userId, pairs],
    );
  }

  private async sitsElsewhere(manager: EntityManager, userId: number, rooms: readonly string[]): Promise<boolean> {
    const seats = await manager.query<unknown[]>(
      'SELECT 1 FROM room_members WHERE user_id = $1 AND room_id <> ALL($2) LIMIT 1',
      [userId, rooms],
    );
    return seats.length > 0;
  }

  private async endPairs(manager: EntityManager, userId: number, pairs: readonly string[]): Promise<void> {
    await manager.query(
      `UPDATE users SET rooms_version = rooms_version + 1
       WHERE id <> $1 AND id IN (SELECT user_id FROM room_members WHERE room_id = ANY($2))`,
      [userId, pairs],
    );
    await manager.query('DELETE FROM rooms WHERE id = ANY($1)', [pairs]);
  }

  private async leaveGroups(manager: EntityManager, userId: number, groups: readonly string[]): Promise<void> {
    await manager.query('DELETE FROM room_members WHERE user_id = $1', [userId]);
    await manager.query(
      `DELETE FROM rooms r
       WHERE r.id = ANY($1) AND NOT EXISTS (SELECT FROM room_members m WHERE m.room_id = r.id)`,
      [groups],
    );
    await manager.query(
      `UPDATE rooms
       SET last_seq = last_seq + 1, change_seq = last_seq + 1, access_version = access_version + 1, updated_at = now()
       WHERE id = ANY($1)`,
      [groups],
    );
    await this.passOn(manager, userId, groups);
  }

  private async passOn(manager: EntityManager, userId: number, groups: readonly string[]): Promise<void> {
    await manager.query(
      `WITH passed_on AS (
         UPDATE rooms r
         SET creator_id = (
           SELECT m.user_id FROM room_members m WHERE m.room_id = r.id
           ORDER BY m.role = 'member', m.joined_at, m.user_id LIMIT 1
         )
         WHERE r.id = ANY($2) AND r.creator_id = $1
         RETURNING r.id, r.type, r.creator_id, r.last_seq
       )
       UPDATE room_members m
       SET role = CASE r.type WHEN 'GroupChat' THEN 'admin' ELSE 'moderator' END, change_seq = r.last_seq
       FROM passed_on r
       WHERE m.room_id = r.id AND m.user_id = r.creator_id`,
      [userId, groups],
    );
  }

  private async leavePlaceholder(manager: EntityManager, userId: number): Promise<void> {
    await manager.query(
      `UPDATE users
       SET username = $2, username_key = $2, first_name = '', last_name = '', email = NULL, password_hash = NULL,
         is_active = false, rooms_version = rooms_version + 1, deleted_at = now()
       WHERE id = $1`,
      [userId, placeholderName(userId)],
    );
  }
}
