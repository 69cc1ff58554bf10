import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** When the messages of a room have to be looked at again. */
export interface NextExpiry {
  /** Null: no message of the room has a lifetime, or gets one. */
  readonly dueAt: Date | null;
}

const EXPIRED = `
  SELECT id FROM messages WHERE room_id = $1 AND expires_at <= statement_timestamp() ORDER BY expires_at LIMIT $2`;

/** A message that is sent later expires no sooner than after the whole lifetime. */
const NEXT = `
  SELECT least(
    (SELECT min(m.expires_at) FROM messages m WHERE m.room_id = $1 AND m.expires_at IS NOT NULL),
    statement_timestamp() + r.message_ttl_seconds * interval '1 second') AS "dueAt"
  FROM rooms r WHERE r.id = $1`;

/** Messages whose lifetime is over, by the clock of the database. Raw SQL: it reads along a partial index. */
@Injectable()
export class ExpiredMessagesRepository {
  /** The ids of the first of them in a room, at most `most`. */
  async first(manager: EntityManager, roomId: string, most: number): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(EXPIRED, [roomId, most]);
    return rows.map(({ id }) => id);
  }

  /** In a locked room. */
  async next(manager: EntityManager, roomId: string): Promise<NextExpiry> {
    const [row] = await manager.query<NextExpiry[]>(NEXT, [roomId]);
    return row ?? { dueAt: null };
  }
}
