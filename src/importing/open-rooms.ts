import type { RoomEnd } from './import-target.js';
import type { Rows } from './parley-rows.js';
import type { SeatRow } from './rules/room.rules.js';

/** The state of a member during the import of the room's messages. */
interface Seat {
  readonly row: SeatRow;
  /** The first pending message. */
  waitsFrom: number | undefined;
  /** The newest read message. */
  readUpTo: number | undefined;
}

/** A room during its import: it assigns sequence numbers from 1, and derives its members' marks from receipts. */
export class OpenRoom {
  private readonly seats: Map<number, Seat>;
  private lastSeq = 0;
  private lastMessageId: string | null = null;

  constructor(
    private readonly id: string,
    seats: readonly SeatRow[],
  ) {
    this.seats = new Map(seats.map((row) => [row.user_id, { row, waitsFrom: undefined, readUpTo: undefined }]));
  }

  /** @returns the sequence number of the next message */
  take(messageId: string, isDeleted: boolean): number {
    this.lastSeq += 1;
    if (!isDeleted) this.lastMessageId = messageId;
    return this.lastSeq;
  }

  hasMember(userId: number): boolean {
    return this.seats.has(userId);
  }

  waits(userId: number, seq: number): void {
    const seat = this.seats.get(userId);
    if (seat) seat.waitsFrom = Math.min(seat.waitsFrom ?? seq, seq);
  }

  isRead(userId: number, seq: number): void {
    const seat = this.seats.get(userId);
    if (seat) seat.readUpTo = Math.max(seat.readUpTo ?? seq, seq);
  }

  end(): RoomEnd {
    return { id: this.id, last_seq: this.lastSeq, last_message_id: this.lastMessageId };
  }

  /**
   * Everything before the first pending message of a member is delivered. It is read up to the member's newest read
   * receipt in it; without any read receipt in the room, all of it is read.
   */
  members(): Rows['room_members'][] {
    return [...this.seats.values()].map(({ row, waitsFrom, readUpTo }) => {
      const delivered = waitsFrom === undefined ? this.lastSeq : waitsFrom - 1;
      const read = Math.min(readUpTo ?? delivered, delivered);
      return { ...row, joined_seq: 0, delivered_seq: delivered, read_seq: read, change_seq: 0 };
    });
  }
}
