import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
import type { PlacedId } from '../rooms/among-rooms.js';
import { isSeenBy } from './named-messages-sql.js';

/** Raw SQL, because a message is found by the membership of its room, without an entity of either. */
@Injectable()
export class MessageRoomsRepository {
  constructor(private readonly source: DataSource) {}

  /** The messages among these that the user sees in one of their rooms. */
  async find(userId: number, ids: readonly string[]): Promise<readonly PlacedId[]> {
    return FIND.rows(this.source, { messages: ids, user: userId });
  }
}

const FIND = statement('message_rooms.find', {
  parameters: { messages: 'uuid[]', user: 'int4' },
  columns: { id: 'uuid', roomId: 'uuid' },
  text: ({ messages, user }) => `
    SELECT m.id, m.room_id AS "roomId" FROM messages m WHERE m.id = ANY (${messages}) AND ${isSeenBy('m', user)}`,
});
