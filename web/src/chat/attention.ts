import type { Message, Parley } from '@parley/client';

import { summaryOf } from '../conversation/message-summary.js';
import { announce } from '../design/announcer.js';
import { shownRoomId } from '../location.js';
import type { RoomList } from '../rooms/room-list.js';
import { roomName } from '../rooms/room-name.js';
import { personName } from '../rooms/person-name.js';
import type { Self } from '../session/session.js';

/** Tells those who listen to the page what is said in the rooms. */
export class Attention {
  private readonly stops: (() => void)[];

  constructor(
    parley: Parley,
    private readonly rooms: RoomList,
    private readonly self: Self,
  ) {
    this.stops = [
      parley.on('message', ({ roomId, message }) => {
        if (message.sender.id !== this.self.id) this.hears(roomId, message);
      }),
    ];
  }

  ends(): void {
    for (const stop of this.stops) stop();
  }

  private hears(roomId: string, message: Message): void {
    const name = personName(message.sender);
    if (roomId === shownRoomId.peek()) {
      announce(`${name}: ${summaryOf(message)}`);
      return;
    }
    const entry = this.rooms.entry(roomId);
    const isBetweenTwo = entry?.type === 'OneToOneChat';
    announce(entry && !isBetweenTwo ? `New message of ${name} in ${roomName(entry)}` : `New message of ${name}`);
  }
}
