import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { placeholderName } from '../../users/username.js';
import { END_BLOCKS, EXPIRE_UPLOADS, OF_THE_USER_ALONE, RECORDS } from './user-tables.js';

/**
 * What a deleted user leaves outside of rooms and messages. Raw SQL, because most of the tables belong to features that
 * import this one.
 */
@Injectable()
export class UserDataRepository {
  async removeOwn(manager: EntityManager, userId: number): Promise<Record<string, number>> {
    const removed: Record<string, number> = {};
    for (const [what, table] of Object.entries(OF_THE_USER_ALONE)) {
      const [, count] = await manager.query<[unknown[], number]>(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
      removed[what] = count;
    }
    for (const table of RECORDS) await manager.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    await manager.query(END_BLOCKS, [userId]);
    await manager.query(EXPIRE_UPLOADS, [userId]);
    return removed;
  }

  /** The user's files whose bytes are kept. */
  async countFiles(manager: EntityManager, userId: number): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(COUNT_FILES, [userId]);
    return row.count;
  }

  /**
   * Reports that the user made stay, without the user and the comment. Those about the user stay unless the user is erased,
   * as they are about messages that stay too.
   */
  async leaveReports(manager: EntityManager, userId: number, erasing: boolean): Promise<Record<string, number>> {
    const [, made] = await manager.query<[unknown[], number]>(LEAVE_REPORTS, [userId]);
    await manager.query('UPDATE reports SET resolved_by = NULL, note = NULL WHERE resolved_by = $1', [userId]);
    return { reports_made: made, ...(erasing && { reports_about: await this.eraseReports(manager, userId) }) };
  }

  /** Removes the reports about a user. @returns their number */
  async eraseReports(manager: EntityManager, userId: number): Promise<number> {
    const [, count] = await manager.query<[unknown[], number]>('DELETE FROM reports WHERE subject_id = $1', [userId]);
    return count;
  }

  /** What happened stays, without the user. */
  async leaveNotices(manager: EntityManager, userId: number): Promise<void> {
    await manager.query(
      `UPDATE room_notices SET actor_id = nullif(actor_id, $1), user_ids = array_remove(user_ids, $1)
       WHERE actor_id = $1 OR user_ids @> ARRAY[$1::int]`,
      [userId],
    );
  }

  async leavePlaceholder(manager: EntityManager, userId: number): Promise<number> {
    const [[row]] = await manager.query<[[{ rooms_version: number }]]>(
      `UPDATE users
       SET username = $2, username_key = $2, username_skeleton = NULL, first_name = '', last_name = '', email = NULL,
         password_hash = NULL, password_set_at = NULL, add_policy = NULL, avatar = NULL, status = NULL, custom = NULL,
         notify_level = NULL, do_not_disturb = NULL, role = 'user', role_version = role_version + 1,
         is_active = false, rooms_version = rooms_version + 1, deleted_at = now()
       WHERE id = $1
       RETURNING rooms_version`,
      [userId, placeholderName(userId)],
    );
    return row.rooms_version;
  }
}

const LEAVE_REPORTS = 'UPDATE reports SET reporter_id = NULL, comment = NULL WHERE reporter_id = $1';

const COUNT_FILES = `
  SELECT count(*)::int AS count FROM uploads
  WHERE user_id = $1 AND (expires_at IS NULL OR expires_at > statement_timestamp())`;
