import { RecordMirror } from './record-mirror.js';

/** How much is stored at most. Rooms that were not opened for the longest time go first. */
export interface StoreBounds {
  /** Messages of a room: the newest. Default 200. */
  readonly messagesPerRoom: number;
  /** Rooms with messages. Default 200. */
  readonly rooms: number;
  /** Characters of all messages as JSON. Default 20,000,000. */
  readonly characters: number;
}

export const DEFAULT_BOUNDS: StoreBounds = { messagesPerRoom: 200, rooms: 200, characters: 20_000_000 };

interface HeldRoom {
  /** Milliseconds since 1970; 0: never. */
  readonly opened: number;
  readonly size: number;
}

/** The rooms of which messages are stored, least recently changed room first. */
export class HeldRooms {
  readonly mirror = new RecordMirror<HeldRoom>('held');
  private readonly opened = new Map<string, number>();

  constructor(private readonly bounds: StoreBounds) {}

  open(roomId: string): void {
    const now = Date.now();
    this.opened.set(roomId, now);
    const held = this.mirror.records.get(roomId);
    if (held) this.mirror.records.set(roomId, { ...held, opened: now });
  }

  /** @param size of the messages of the room; 0: there are none */
  set(roomId: string, size: number): void {
    const { records } = this.mirror;
    const held = records.get(roomId);
    const opened = this.opened.get(roomId) ?? held?.opened ?? 0;
    records.delete(roomId);
    if (size > 0) records.set(roomId, held?.size === size && held.opened === opened ? held : { opened, size });
  }

  /** The rooms whose messages have to be removed, so that the rest is within the bounds. */
  excess(): string[] {
    const rooms = [...this.mirror.records].sort(([, one], [, other]) => one.opened - other.opened);
    let size = rooms.reduce((sum, [, each]) => sum + each.size, 0);
    let count = rooms.length;
    const excess: string[] = [];
    for (const [roomId, held] of rooms) {
      if (count <= this.bounds.rooms && size <= this.bounds.characters) break;
      excess.push(String(roomId));
      size -= held.size;
      count -= 1;
    }
    return excess;
  }
}
