import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { userFromRow } from '../../users/user.view.js';
import type { UserRow } from '../../users/user.view.js';

/** What a user has, by its fate when the user is deleted. */
export interface UserHoldings {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  /** Rooms that are deleted with the user: OneToOneChats, and rooms without other members. */
  readonly rooms_deleted: number;
  /** All messages in these rooms. */
  readonly messages_in_rooms_deleted: number;
  /** Rooms that continue without the user. */
  readonly rooms_left: number;
  /** Messages of the user in all other rooms: an erasure removes them, too. */
  readonly messages_elsewhere: number;
}

/** Raw SQL, because it counts rows of tables that belong to other features. Every count reads an index. */
@Injectable()
export class UserHoldingsRepository {
  constructor(private readonly source: DataSource) {}

  async of(id: number): Promise<UserHoldings> {
    const [user] = await this.source.query<[UserRow]>(
      'SELECT id, username, first_name, last_name FROM users WHERE id = $1',
      [id],
    );
    const [counts] = await this.source.query<[Omit<UserHoldings, keyof UserRow>]>(
      `WITH joined AS (
         SELECT r.id, r.pair_key IS NOT NULL OR NOT EXISTS (
           SELECT FROM room_members other WHERE other.room_id = r.id AND other.user_id <> $1) AS ends
         FROM room_members m JOIN rooms r ON r.id = m.room_id WHERE m.user_id = $1
         UNION ALL
         SELECT id, true FROM rooms WHERE hidden_user_id = $1
       )
       SELECT
         (SELECT count(*)::int FROM joined WHERE ends) AS rooms_deleted,
         (SELECT count(*)::int FROM messages WHERE room_id IN (SELECT j.id FROM joined j WHERE ends))
           AS messages_in_rooms_deleted,
         (SELECT count(*)::int FROM joined WHERE NOT ends) AS rooms_left,
         (SELECT count(*)::int FROM messages WHERE sender_id = $1
            AND NOT room_id IN (SELECT j.id FROM joined j WHERE ends)) AS messages_elsewhere`,
      [id],
    );
    return { ...userFromRow(user), ...counts };
  }
}
