import type { RoomEnd } from './import-target.js';
import type { Rows } from './parley-rows.js';
import type { SeatRow } from './rules/room.rules.js';

/** What has been seen of a member while the messages of their room went by. */
interface Seat {
  readonly row: SeatRow;
  /** The first message that waits for them. */
  waitsFrom: number | undefined;
  /** The newest message that they have read. */
  readUpTo: number | undefined;
}

/** A room that is being filled: its numbers are given out from 1, and its members' marks follow from what goes by. */
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

  /** @returns the number of the next message */
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
   * Everything before the first message that waits for a member has been given to them. They have read up to the newest
   * of it that they have read; who has never said that they read anything here, all of it.
   */
  members(): Rows['room_members'][] {
    return [...this.seats.values()].map(({ row, waitsFrom, readUpTo }) => {
      const delivered = waitsFrom === undefined ? this.lastSeq : waitsFrom - 1;
      const read = Math.min(readUpTo ?? delivered, delivered);
      return { ...row, joined_seq: 0, delivered_seq: delivered, read_seq: read, change_seq: 0 };
    });
  }
}
