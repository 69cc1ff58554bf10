import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
import { isSeenBy } from '../messages/named-messages-sql.js';
import type { PlacedId } from '../rooms/among-rooms.js';

/** Raw SQL, because a notification of a message is found by the message, and one of a reaction by its own row. */
@Injectable()
export class NotificationRoomsRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * The rooms of these notifications of the user, in one statement. A message that the user sees counts as one. A
   * distributed database asks each part of it once, for both, because the union is in a sub-select.
   */
  async find(userId: number, ids: readonly string[]): Promise<readonly PlacedId[]> {
    return FIND.rows(this.source, { user: userId, ids });
  }
}

const FIND = statement('notification_rooms.find', {
  parameters: { user: 'int4', ids: 'uuid[]' },
  columns: { id: 'uuid', roomId: 'uuid' },
  text: ({ user, ids }) => `
    SELECT named.id, named.room_id AS "roomId" FROM (
      SELECT m.id, m.room_id FROM messages m WHERE m.id = ANY (${ids}) AND ${isSeenBy('m', user)}
      UNION ALL
      SELECT id, room_id FROM notifications WHERE user_id = ${user} AND id = ANY (${ids})) named`,
});
