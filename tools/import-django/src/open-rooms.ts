import type { RoomEnd } from './import-target.js';
import type { Rows } from './parley-rows.js';
import type { MembershipRow } from './rules/room.rules.js';

/** The state of a member during the import of the room's messages. */
interface ImportedMembership {
  readonly row: MembershipRow;
  /** The first pending message. */
  unreadFrom: number | undefined;
  /** The newest read message. */
  readUpTo: number | undefined;
}

/** A room during its import: it assigns sequence numbers from 1, and derives its members' marks from receipts. */
export class OpenRoom {
  private readonly memberships: Map<number, ImportedMembership>;
  private lastSeq = 0;
  private lastMessageId: string | null = null;

  constructor(
    private readonly id: string,
    rows: readonly MembershipRow[],
  ) {
    this.memberships = new Map(rows.map((row) => [row.user_id, { row, unreadFrom: undefined, readUpTo: undefined }]));
  }

  /** @returns the sequence number of the next message */
  add(messageId: string, isDeleted: boolean): number {
    this.lastSeq += 1;
    if (!isDeleted) this.lastMessageId = messageId;
    return this.lastSeq;
  }

  hasMember(userId: number): boolean {
    return this.memberships.has(userId);
  }

  isPending(userId: number, seq: number): void {
    const membership = this.memberships.get(userId);
    if (membership) membership.unreadFrom = Math.min(membership.unreadFrom ?? seq, seq);
  }

  isRead(userId: number, seq: number): void {
    const membership = this.memberships.get(userId);
    if (membership) membership.readUpTo = Math.max(membership.readUpTo ?? seq, seq);
  }

  end(): RoomEnd {
    return { id: this.id, last_seq: this.lastSeq, last_message_id: this.lastMessageId };
  }

  /**
   * Everything before the first pending message of a member is delivered. It is read up to the member's newest read
   * receipt in it; without any read receipt in the room, all of it is read.
   */
  members(): Rows['room_members'][] {
    return [...this.memberships.values()].map(({ row, unreadFrom, readUpTo }) => {
      const delivered = unreadFrom === undefined ? this.lastSeq : unreadFrom - 1;
      const read = Math.min(readUpTo ?? delivered, delivered);
      return { ...row, joined_seq: 0, delivered_seq: delivered, read_seq: read, change_seq: 0 };
    });
  }
}
