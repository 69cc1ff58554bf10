import type { Message, Parley } from '@parley/client';

import { shownRoomId } from '../location.js';
import { OpenRoom } from './open-room.js';

/** Recently shown rooms stay open, so that they are shown again at once. */
const MAX_OPEN = 8;

export class OpenRooms {
  private readonly rooms = new Map<string, OpenRoom>();

  /** @param stored returns the messages of a room that the browser has, as the history of a room takes them */
  constructor(
    private readonly parley: Parley,
    private readonly stored: (roomId: string) => Promise<readonly Message[]>,
  ) {
    parley.on('left', ({ roomId }) => this.close(roomId));
  }

  /** @param unreadAfter the `seq` up to which the room was read, if something is unread */
  show(roomId: string, unreadAfter: number | undefined): OpenRoom {
    const room = this.open(roomId);
    room.showFrom(unreadAfter);
    return room;
  }

  /** Shows a message, of a room that is shown meanwhile or afterwards. */
  goTo(roomId: string, message: Pick<Message, 'id' | 'seq'>): void {
    void this.open(roomId).goTo(message);
  }

  /** A room with its members and settings, which need not be shown. */
  open(roomId: string): OpenRoom {
    const room = this.rooms.get(roomId) ?? new OpenRoom(this.parley, roomId, this.stored(roomId));
    // Least recently shown first.
    this.rooms.delete(roomId);
    this.rooms.set(roomId, room);
    const oldest = [...this.rooms.keys()].find((id) => id !== shownRoomId.peek());
    if (this.rooms.size > MAX_OPEN && oldest !== undefined) this.close(oldest);
    return room;
  }

  private close(roomId: string): void {
    this.rooms.get(roomId)?.close();
    this.rooms.delete(roomId);
  }
}
