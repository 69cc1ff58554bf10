import type { ChatEvents, Parley } from '@parley/client';

import { summaryOf } from '../conversation/shown-message.js';
import { toast } from '../design/toasts.js';

type RoomNotification = ChatEvents['notifications']['byRoom'][string][number];

/** Shows reminders of saved messages, those that were due without a connection too, and ends them. */
export class ReminderNotices {
  private readonly subscriptions: (() => void)[];

  constructor(private readonly parley: Parley) {
    this.subscriptions = [
      parley.on('frame', ({ eventType, data }) => {
        if (eventType === 'notification.dispatch') this.show([data as RoomNotification]);
      }),
      parley.on('notifications', ({ byRoom }) => {
        this.show(Object.values(byRoom).flat());
      }),
    ];
  }

  dispose(): void {
    for (const unsubscribe of this.subscriptions) unsubscribe();
  }

  private show(notifications: readonly RoomNotification[]): void {
    const reminders = notifications.filter(({ notification_type: type }) => type === 'REMINDER');
    for (const { message } of reminders) toast(`Reminder: ${summaryOf(message)}`);
    if (reminders.length === 0) return;
    // A reminder that is not acknowledged is shown again on the next connection.
    this.parley.acknowledgeNotifications(...reminders.map(({ id }) => id)).catch(() => undefined);
  }
}
