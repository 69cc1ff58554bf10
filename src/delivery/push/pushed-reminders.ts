import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { PresenceSettings } from '../../features/presence/presence.settings.js';
import { ReminderPushes } from '../../features/saved-messages/reminder-pushes.js';
import type { Reminder, ReminderPusher } from '../../features/saved-messages/reminder-pushes.js';
import { haveAccess } from '../../features/users/kinds/access.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { statement } from '../../platform/database/statement.js';
import { isOnline } from './push.entity.js';
import { PushRequestPublisher } from './push-request-publisher.js';
import { isUsable } from './push-subscription.entity.js';
import { WebPush } from './web-push.js';

/**
 * Pushes of reminders: at once, to one user, whether the message is read or not. Raw SQL, because a push needs a
 * browser.
 */
@Injectable()
export class PushedReminders implements ReminderPusher, OnModuleInit {
  private readonly threshold: number;

  constructor(
    private readonly webPush: WebPush,
    private readonly publisher: PushRequestPublisher,
    private readonly reminders: ReminderPushes,
    settings: PresenceSettings,
  ) {
    this.threshold = settings.inactivityThreshold;
  }

  onModuleInit(): void {
    this.reminders.register(this);
  }

  /** Enqueues a push to each browser of the user, and requests one by a webhook, unless the user is connected. */
  async enqueue({ manager }: Work, { userId, roomId, messageId, seq }: Reminder): Promise<void> {
    if (this.webPush.publicKey !== undefined) {
      await INSERT.rows(manager, { message: messageId, room: roomId, seq, user: userId });
    }
    if (!(await this.publisher.isWanted(manager))) return;
    const recipients = await OFFLINE.rows(manager, { user: userId, threshold: this.threshold });
    if (recipients.length > 0) await this.publisher.publish(manager, [{ roomId, messageId, seq, recipients }]);
  }
}

const INSERT = statement('pushes.insert_reminder', {
  parameters: { message: 'uuid', room: 'uuid', seq: 'int8', user: 'int4' },
  columns: {},
  text: ({ message, room, seq, user }) => `
    INSERT INTO pushes (message_id, room_id, seq, user_id, subscription_id, due_at, is_reminder)
    SELECT ${message}, ${room}, ${seq}, ${user}, s.id, now(), true
    FROM push_subscriptions s JOIN users u ON u.id = s.user_id WHERE s.user_id = ${user} AND ${isUsable('s', 'u')}`,
});

const OFFLINE = statement('pushes.offline', {
  parameters: { user: 'int4', threshold: 'float8' },
  columns: { id: 'int4', username: 'text' },
  text: ({ user, threshold }) => `
    SELECT u.id, u.username FROM users u WHERE u.id = ${user} AND ${haveAccess('u')} AND NOT ${isOnline('u.id', threshold)}`,
});
