import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

/** The messages of one user, for the erasure of the user. OneToOneChats are excluded: they are deleted as a whole. */
@Injectable()
export class SentMessagesRepository {
  constructor(private readonly source: DataSource) {}

  async rooms(senderId: number): Promise<string[]> {
    const rows = await this.source.query<{ id: string }[]>(
      `SELECT r.id FROM rooms r WHERE r.pair_key IS NULL
         AND r.id IN (SELECT room_id FROM messages WHERE sender_id = $1)
       ORDER BY r.id`,
      [senderId],
    );
    return rows.map(({ id }) => id);
  }

  /** The first messages of the user in a room above a sequence number, at most `most`. */
  async next(
    manager: EntityManager,
    { senderId, roomId, after, most }: { senderId: number; roomId: string; after: number; most: number },
  ): Promise<{ readonly id: string; readonly seq: number }[]> {
    return manager.query(
      'SELECT id, seq FROM messages WHERE room_id = $1 AND sender_id = $2 AND seq > $3 ORDER BY seq LIMIT $4',
      [roomId, senderId, after, most],
    );
  }

  async countAttachments(manager: EntityManager, messageIds: readonly string[]): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM attachments WHERE message_id = ANY ($1)',
      [messageIds],
    );
    return row.count;
  }
}
