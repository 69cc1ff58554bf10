import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../platform/database/prepared.js';
import type { MessageOfUser } from '../messages/reading/readable-messages.repository.js';

/** The pending notifications of reminders. Raw SQL, because a notification has no entity of its message. */
@Injectable()
export class RemindersRepository {
  /** Replaces an earlier reminder of the message that is pending. */
  async notify(
    manager: EntityManager,
    { id, createdAt }: { readonly id: string; readonly createdAt: Date },
    { userId, roomId, messageId }: MessageOfUser,
  ): Promise<void> {
    await manager.query(FORGET, [roomId, userId, messageId]);
    await manager.query(NOTIFY, [id, roomId, userId, messageId, createdAt]);
  }
}

const FORGET = prepared(`
  DELETE FROM notifications
  WHERE room_id = $1 AND user_id = $2 AND message_id = $3 AND notification_type = 'REMINDER'`);

const NOTIFY = prepared(`
  INSERT INTO notifications (id, room_id, user_id, message_id, actor_id, notification_type, created_at)
  VALUES ($1, $2, $3, $4, NULL, 'REMINDER', $5)`);
