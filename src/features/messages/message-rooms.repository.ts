import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { PlacedId } from '../rooms/among-rooms.js';
import { isSeenBy } from './named-messages-sql.js';

/** Raw SQL, because a message is found by the membership of its room, without an entity of either. */
@Injectable()
export class MessageRoomsRepository {
  constructor(private readonly source: DataSource) {}

  /** The messages among these that the user sees in one of their rooms. */
  async find(userId: number, ids: readonly string[]): Promise<PlacedId[]> {
    return this.source.query<PlacedId[]>(
      `SELECT m.id, m.room_id AS "roomId" FROM messages m WHERE m.id = ANY ($2) AND ${isSeenBy('m', '$1')}`,
      [userId, ids],
    );
  }
}
