import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';

/** When the messages of a room have to be looked at again. Null: no message of the room has a lifetime, or gets one. */
type NextExpiry = RowOf<typeof NEXT>;

/** Messages whose lifetime is over, by the clock of the database. Raw SQL: it reads along a partial index. */
@Injectable()
export class ExpiredMessagesRepository {
  /** The ids of the first of them in a room, at most `most`. */
  async first(manager: EntityManager, roomId: string, most: number): Promise<string[]> {
    const rows = await EXPIRED.rows(manager, { room: roomId, most });
    return rows.map(({ id }) => id);
  }

  /** In a locked room. */
  async next(manager: EntityManager, roomId: string): Promise<NextExpiry> {
    return (await NEXT.row(manager, { room: roomId })) ?? { dueAt: null };
  }
}

const EXPIRED = statement('expired_messages.first', {
  parameters: { room: 'uuid', most: 'int8' },
  columns: { id: 'uuid' },
  text: ({ room, most }) => `
    SELECT id FROM messages
    WHERE room_id = ${room} AND expires_at <= statement_timestamp() ORDER BY expires_at LIMIT ${most}`,
});

/** A message that is sent later expires no sooner than after the whole lifetime. */
const NEXT = statement('expired_messages.next', {
  parameters: { room: 'uuid' },
  columns: { dueAt: 'timestamptz | null' },
  text: ({ room }) => `
    SELECT least(
      (SELECT min(m.expires_at) FROM messages m WHERE m.room_id = ${room} AND m.expires_at IS NOT NULL),
      statement_timestamp() + r.message_ttl_seconds * interval '1 second') AS "dueAt"
    FROM rooms r WHERE r.id = ${room}`,
});
