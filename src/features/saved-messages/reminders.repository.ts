import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
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
    await FORGET.changes(manager, { room: roomId, user: userId, message: messageId });
    await NOTIFY.rows(manager, { id, room: roomId, user: userId, message: messageId, created_at: createdAt });
  }
}

const FORGET = statement('reminders.forget', {
  parameters: { room: 'uuid', user: 'int4', message: 'uuid' },
  columns: {},
  isPrepared: true,
  text: ({ room, user, message }) => `
    DELETE FROM notifications
    WHERE room_id = ${room} AND user_id = ${user} AND message_id = ${message} AND notification_type = 'REMINDER'`,
});

const NOTIFY = statement('reminders.notify', {
  parameters: { id: 'uuid', room: 'uuid', user: 'int4', message: 'uuid', created_at: 'timestamptz' },
  columns: {},
  isPrepared: true,
  text: ({ id, room, user, message, created_at: createdAt }) => `
    INSERT INTO notifications (id, room_id, user_id, message_id, actor_id, notification_type, created_at)
    VALUES (${id}, ${room}, ${user}, ${message}, NULL, 'REMINDER', ${createdAt})`,
});
