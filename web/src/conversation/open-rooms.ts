import type { Parley } from '@parley/client';

import type { Self } from '../session/session.js';
import { OpenRoom } from './open-room.js';

/** Rooms that stay open behind the one that is shown, so that one is back in them at once. */
const MOST = 8;

export class OpenRooms {
  private readonly rooms = new Map<string, OpenRoom>();

  constructor(
    private readonly parley: Parley,
    private readonly self: Self,
  ) {
    parley.on('left', ({ roomId }) => {
      this.close(roomId);
    });
  }

  /** @param unreadAfter the number up to which it was read, where something is unread */
  show(roomId: string, unreadAfter: number | undefined): OpenRoom {
    const room = this.rooms.get(roomId) ?? new OpenRoom(this.parley, roomId, this.self);
    room.appears(unreadAfter);
    // In the order in which they were shown last.
    this.rooms.delete(roomId);
    this.rooms.set(roomId, room);
    const [oldest] = this.rooms.keys();
    if (this.rooms.size > MOST && oldest !== undefined) this.close(oldest);
    return room;
  }

  private close(roomId: string): void {
    this.rooms.get(roomId)?.close();
    this.rooms.delete(roomId);
  }
}
