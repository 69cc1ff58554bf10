import { Injectable } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';
import { v7 as uuidv7 } from 'uuid';

import { bounded } from '../messages/message.frames.js';
import { toMessage } from '../messages/message.view.js';
import type { StoredMessage } from '../messages/message.view.js';
import { ReadableMessagesRepository } from '../messages/reading/readable-messages.repository.js';
import { NotificationSettings } from '../notification-levels/notification.settings.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { TimerKinds } from '../../platform/timers/timer-kind.js';
import type { TimerKind } from '../../platform/timers/timer-kind.js';
import { ReminderPushes } from './reminder-pushes.js';
import { RemindersRepository } from './reminders.repository.js';
import { REMINDER, reminded, SavedMessagesService } from './saved-messages.service.js';
import { SavedMessagesRepository } from './saved-messages.repository.js';

/**
 * Reminds users of saved messages at their times: a pending notification, which connected devices also receive at once,
 * and a push. A reminder of a message that is gone, or not readable to the user any more, ends without one.
 */
@Injectable()
export class Reminders implements TimerKind {
  readonly name = REMINDER;

  constructor(
    private readonly saved: SavedMessagesRepository,
    private readonly service: SavedMessagesService,
    private readonly messages: ReadableMessagesRepository,
    private readonly repository: RemindersRepository,
    private readonly pushes: ReminderPushes,
    private readonly dispatch: Dispatch,
    private readonly settings: NotificationSettings,
    kinds: TimerKinds,
  ) {
    kinds.add(this);
  }

  async run(work: Work, key: string): Promise<void> {
    const { userId, messageId } = reminded(key);
    const due = await this.saved.takeReminder(work.manager, userId, messageId);
    if (!due) return;
    const message = await this.messages.lock(work.manager, { ...due, userId });
    if (message) await this.remind(work, userId, message, due.takenAt);
    await this.service.append(work, userId, messageId);
  }
  private async remind(work: Work, userId: number, message: StoredMessage, createdAt: Date): Promise<void> {
    const target = { userId, roomId: message.roomId, messageId: message.id, seq: message.seq };
    const id = uuidv7();
    if (this.settings.enabled) await this.repository.notify(work.manager, { id, createdAt }, target);
    await this.pushes.pusher.enqueue(work, target);
    const data = {
      id,
      notification_type: 'REMINDER' as const,
      message: toMessage(bounded(message)),
      created_at: createdAt.toISOString(),
    };
    work.afterCommit(() => this.dispatch.toUsers([userId], { eventType: 'notification.dispatch', data }));
  }
}
