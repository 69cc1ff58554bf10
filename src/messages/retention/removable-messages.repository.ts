import { Injectable } from '@nestjs/common';
import { Any, DataSource, MoreThan } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { Attachment } from '../attachment.entity.js';
import { Message } from '../message.entity.js';

/** The number of rooms that one statement checks. */
const PAGE = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Messages that are older than some age, by the database's clock. The messages of a room have the order of their
 * sequence numbers, so only the oldest ones are checked: no statement reads more of a room than it returns. Raw SQL for
 * these two reasons.
 */
@Injectable()
export class OldMessagesRepository {
  constructor(private readonly source: DataSource) {}

  /** The rooms that have such messages. */
  async *rooms(seconds: number, connection: EntityManager = this.source.manager): AsyncGenerator<string> {
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const rooms: { id: string; is_due: boolean }[] = await connection.query(
        `SELECT r.id, coalesce(
           (SELECT created_at FROM messages WHERE room_id = r.id ORDER BY seq LIMIT 1)
             < now() - make_interval(secs => $2), false) AS is_due
         FROM rooms r WHERE r.id > $1 ORDER BY r.id LIMIT $3`,
        [after, seconds, PAGE],
      );
      for (const { id, is_due } of rooms) if (is_due) yield id;
      after = rooms.length < PAGE ? undefined : rooms.at(-1)?.id;
    }
  }

  /** The ids of the oldest of these messages in a room, at most `most`. */
  async oldest(
    manager: EntityManager,
    { roomId, seconds, most }: { readonly roomId: string; readonly seconds: number; readonly most: number },
  ): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `SELECT id FROM (SELECT id, created_at FROM messages WHERE room_id = $1 ORDER BY seq LIMIT $3) oldest
       WHERE created_at < now() - make_interval(secs => $2)`,
      [roomId, seconds, most],
    );
    return rows.map(({ id }) => id);
  }
}

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
