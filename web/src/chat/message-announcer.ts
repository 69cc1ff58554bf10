import type { Message, Parley } from '@parley/client';

import { isCollapsed } from '../blocking/collapsing.js';
import { summaryOf } from '../conversation/shown-message.js';
import { announce } from '../design/announcer.js';
import { t } from '../languages/translate.js';
import { shownRoomId } from '../location.js';
import { personName, roomName } from '../rooms/names.js';
import type { RoomList } from '../rooms/room-list.js';
import type { RoomPreferences } from '../rooms/room-preferences.js';
import type { Self } from '../session/session.js';

/** Announces new messages to screen readers. */
export class MessageAnnouncer {
  private readonly subscriptions: (() => void)[];

  constructor(
    parley: Parley,
    readonly rooms: RoomList,
    readonly preferences: RoomPreferences,
    private readonly self: Self,
  ) {
    this.subscriptions = [
      parley.on('message', ({ roomId, message }) => {
        if (message.sender.id !== this.self.id && !isCollapsed(this, message)) this.announceMessage(roomId, message);
      }),
    ];
  }

  dispose(): void {
    for (const unsubscribe of this.subscriptions) unsubscribe();
  }

  private announceMessage(roomId: string, message: Message): void {
    const name = personName(message.sender);
    if (roomId === shownRoomId.peek()) {
      announce(t('rooms.messageOf', { name, text: summaryOf(message) }));
      return;
    }
    const entry = this.rooms.entry(roomId);
    const isDirect = entry?.type === 'OneToOneChat';
    announce(
      entry && !isDirect ? t('chat.newMessageInRoom', { name, room: roomName(entry) }) : t('chat.newMessage', { name }),
    );
  }
}
