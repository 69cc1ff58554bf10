import { Injectable } from '@nestjs/common';
import { Any, DataSource, MoreThan } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { Attachment } from '../attachment.entity.js';
import { Message } from '../message.entity.js';

/** The messages of one user, for the erasure of the user. OneToOneChats are excluded: they are deleted as a whole. */
@Injectable()
export class SentMessagesRepository {
  constructor(private readonly source: DataSource) {}

  /** Raw SQL, because the rooms are chosen by the rows of another table. */
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
  ): Promise<Pick<Message, 'id' | 'seq'>[]> {
    return manager.find(Message, {
      select: { id: true, seq: true },
      where: { roomId, senderId, seq: MoreThan(after) },
      order: { seq: 'ASC' },
      take: most,
    });
  }

  async countAttachments(manager: EntityManager, messageIds: readonly string[]): Promise<number> {
    return manager.countBy(Attachment, { messageId: Any(messageIds) });
  }
}
