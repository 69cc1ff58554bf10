import type { ChatEvents, Parley } from '@parley/client';

import { summaryOf } from '../conversation/shown-message.js';
import { toast } from '../design/toasts.js';
import { t } from '../languages/translate.js';
import { shownRoomId } from '../location.js';
import { roomName } from '../rooms/names.js';
import type { RoomList } from '../rooms/room-list.js';
import { refusalText } from '../scheduled/refusal-text.js';

type RoomNotification = ChatEvents['notifications']['byRoom'][string][number];
type Schedule = NonNullable<RoomNotification['scheduled']>;

/**
 * Shows notifications that no conversation shows: reminders of saved messages, and scheduled messages that were
 * refused; those without a connection too. It ends them.
 */
export class Notices {
  private readonly subscriptions: (() => void)[];

  constructor(
    private readonly parley: Parley,
    private readonly rooms: RoomList,
  ) {
    this.subscriptions = [
      parley.on('frame', ({ eventType, data }) => {
        if (eventType === 'notification.dispatch') this.show([data as RoomNotification]);
      }),
      parley.on('notifications', ({ byRoom }) => this.show(Object.values(byRoom).flat())),
    ];
  }

  dispose(): void {
    for (const unsubscribe of this.subscriptions) unsubscribe();
  }

  private show(notifications: readonly RoomNotification[]): void {
    const shown = notifications.filter(
      ({ notification_type: type }) => type === 'REMINDER' || type === 'SCHEDULE_REFUSED',
    );
    for (const { message, scheduled } of shown) {
      if (scheduled) this.showRefusal(scheduled);
      else toast(t('chat.reminder', { text: summaryOf(message) }));
    }
    if (shown.length === 0) return;
    // A notification that is not acknowledged is shown again on the next connection.
    this.parley.acknowledgeNotifications(...shown.map(({ id }) => id)).catch(() => undefined);
  }

  private showRefusal({ room_id: roomId, refused }: Schedule): void {
    // The room that is shown says it itself.
    if (roomId === shownRoomId.peek()) return;
    const entry = this.rooms.entry(roomId);
    const text = refusalText(refused);
    toast(entry ? t('chat.aboutRoom', { room: roomName(entry), text }) : text, true);
  }
}
