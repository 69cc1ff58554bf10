import type { Message, Parley, RoomListEntry, State, User } from '@parley/client';
import { isMentioned } from '@parley/react/state';

import { summaryOf } from '../conversation/shown-message.js';
import { shownRoomId, showRoom } from '../location.js';
import { personName, roomName } from '../rooms/names.js';
import type { RoomList } from '../rooms/room-list.js';
import type { RoomPreferences } from '../rooms/room-preferences.js';
import type { Self } from '../session/session.js';
import { wantsNotice } from './attention.js';
import { hasSound, isOn } from './device-notifications.js';
import { playSound } from './sound.js';

/**
 * Shows a notification of a new message that the user does not see, while the page is open. Without the page, the
 * service pushes. Both have one tag for a room, so that a message is shown once.
 */
export class MessageNotifications {
  private readonly subscriptions: (() => void)[];

  constructor(
    parley: Parley,
    private readonly rooms: RoomList,
    private readonly preferences: RoomPreferences,
    private readonly self: Self,
  ) {
    this.subscriptions = [
      parley.on('message', ({ roomId, message }) => {
        const entry = rooms.entry(roomId);
        if (entry && this.isWorthNotice(entry, message)) void show(entry, message);
      }),
      parley.on('state', renew),
    ];
    renew(parley.state);
  }

  dispose(): void {
    for (const unsubscribe of this.subscriptions) unsubscribe();
  }

  private isWorthNotice(entry: RoomListEntry, message: Message): boolean {
    const isSeen = document.hasFocus() && shownRoomId.peek() === entry.id;
    if (!isOn.peek() || isSeen || this.isSilent(message.sender)) return false;
    const { level, do_not_disturb: quietHours } = this.preferences.userNotify;
    const roomLevel = this.preferences.notifyChoice(entry.id).level;
    const isMuted = this.preferences.isMuted(entry.id);
    const isMention = isMentioned(message, this.self.id);
    return wantsNotice({ roomLevel, isMuted, userLevel: level, isMention, quietHours }, new Date());
  }

  /** Of own messages, and of those of blocked users, there is no notification. */
  private isSilent({ id }: User): boolean {
    return id === this.self.id || this.preferences.isBlocked(id);
  }
}

/** Repeated on the next connection. */
function renew(state: State): void {
  if (state === 'online' && isOn.peek()) renewSubscription().catch(() => undefined);
}

async function renewSubscription(): Promise<void> {
  const { subscribe } = await import('./push-subscription.js');
  await subscribe();
}

async function show(entry: RoomListEntry, message: Message): Promise<void> {
  const title = roomName(entry);
  const text = summaryOf(message);
  const body = entry.type === 'OneToOneChat' ? text : `${personName(message.sender)}: ${text}`;
  const options = {
    body,
    icon: 'icon-192.png',
    tag: `room ${entry.id}`,
    data: { roomId: entry.id, messageId: message.id },
  };
  if (hasSound.peek()) playSound();
  const registration = await (navigator as Partial<Navigator>).serviceWorker?.getRegistration();
  if (registration) {
    await registration.showNotification(title, options);
    return;
  }
  const notification = new Notification(title, options);
  notification.onclick = () => {
    window.focus();
    showRoom(entry.id);
    notification.close();
  };
}
