import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { storedText, textFromStored } from '../../platform/database/stored-text.js';
import type { MessageChangeGrant } from '../message.policy.js';

/** Reads and writes the reaction of a grant's user to the grant's message. */
@Injectable()
export class ReactionsRepository {
  /** The current reaction. */
  async present(
    manager: EntityManager,
    { userId, roomId, messageIds }: MessageChangeGrant<'message.react'>,
  ): Promise<string | undefined> {
    const [row] = await manager.query<{ content: string }[]>(
      `SELECT content FROM reactions WHERE message_id = ANY ($1) AND user_id = $2 AND room_id = $3`,
      [messageIds, userId, roomId],
    );
    return row && textFromStored(row.content);
  }

  /** Removes the reaction together with its notification. */
  async remove(
    manager: EntityManager,
    { userId, roomId, messageIds }: MessageChangeGrant<'message.react'>,
    seq: number,
  ): Promise<void> {
    await manager.query(`DELETE FROM reactions WHERE message_id = ANY ($1) AND user_id = $2 AND room_id = $3`, [
      messageIds,
      userId,
      roomId,
    ]);
    await manager.query(`UPDATE messages SET change_seq = $2 WHERE id = ANY ($1) AND room_id = $3`, [
      messageIds,
      seq,
      roomId,
    ]);
  }

  /** Sets the reaction, which replaces any other one. */
  async put(
    manager: EntityManager,
    grant: MessageChangeGrant<'message.react'>,
    { content, seq }: { content: string; seq: number },
  ): Promise<void> {
    await this.remove(manager, grant, seq);
    await manager.query(
      `INSERT INTO reactions (message_id, user_id, room_id, content, created_at)
       SELECT id, $2, room_id, $4, date_trunc('milliseconds', clock_timestamp())
       FROM messages WHERE id = ANY ($1) AND room_id = $3`,
      [grant.messageIds, grant.userId, grant.roomId, storedText(content)],
    );
  }

  /** Stores a notification for the message's sender, if that is another user and still a member. */
  async notify(
    manager: EntityManager,
    { userId, roomId, messageIds }: MessageChangeGrant<'message.react'>,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO notifications (id, room_id, user_id, message_id, actor_id, notification_type, created_at)
       SELECT $1, m.room_id, m.sender_id, m.id, e.user_id, 'REACTION', e.created_at
       FROM reactions e
       JOIN messages m ON m.id = e.message_id AND m.sender_id <> e.user_id
       JOIN room_members s ON s.room_id = m.room_id AND s.user_id = m.sender_id
       WHERE e.message_id = ANY ($2) AND e.user_id = $3 AND e.room_id = $4`,
      [uuidv7(), messageIds, userId, roomId],
    );
  }
}
