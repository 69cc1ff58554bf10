import type { StoredMessage } from '../../messages/message.view.js';
import { NewestNotifications, shownNotification } from './newest-notifications.js';
import type { ShownNotification } from './newest-notifications.js';
import type { PendingRoomState } from './pending.repository.js';

/** A message of a room, as far as it decides about the counts of members. */
export type CountedMessage = readonly [seq: number, senderId: number, id: string];

/** The newest messages of a room as of one moment. */
export interface RoomMessages {
  readonly roomId: string;
  readonly lastSeq: number;
  /** All messages above this number are counted. */
  readonly after: number;
  /** The newest first. */
  readonly counted: readonly CountedMessage[];
  /** The newest of them in the order of time, the newest first, without those that were deleted since. */
  readonly shown: readonly StoredMessage[];
  /** All messages from this number on are shown. */
  readonly shownFrom: number;
}

/** The membership of a user, read after the messages of the room. */
export interface Seat {
  readonly user_id: number;
  readonly room_id: string;
  readonly delivered_seq: number;
  readonly read_seq: number;
  /** Whether a receipt above the marks or a notification of a reaction may exist: the marks do not decide then. */
  readonly has_exceptions: boolean;
}

/** The newest messages of one room, from which follows what is pending there for each member. */
export class RoomBacklog {
  /** For members who sent none of the messages and whom none answers, by the number of notifications. */
  private readonly common = new Map<number, NewestNotifications>();
  private readonly items = new Map<StoredMessage, ShownNotification>();

  constructor(
    private readonly messages: RoomMessages,
    private readonly perRoom: number,
  ) {}

  /** The lowest id of the counted messages above a number; undefined: there are none. */
  lowestId(after: number): string | undefined {
    let lowest: string | undefined;
    for (const [seq, , id] of this.messages.counted) {
      if (seq <= after) break;
      if (lowest === undefined || id < lowest) lowest = id;
    }
    return lowest;
  }

  /** @returns undefined if it does not follow from these messages */
  stateOf(seat: Seat): PendingRoomState | undefined {
    const { roomId, lastSeq, after } = this.messages;
    if (seat.has_exceptions || Math.min(seat.delivered_seq, seat.read_seq) < after) return undefined;
    const newest = this.newestFor(seat);
    return (
      newest && {
        roomId,
        lastSeq,
        unread: this.countAbove(seat.read_seq, seat.user_id),
        pending: this.countAbove(seat.delivered_seq, seat.user_id),
        newest,
      }
    );
  }

  private countAbove(mark: number, userId: number): number {
    let count = 0;
    for (const [seq, senderId] of this.messages.counted) {
      if (seq <= mark) break;
      if (senderId !== userId) count += 1;
    }
    return count;
  }

  private newestFor({ user_id: userId, delivered_seq: mark }: Seat): NewestNotifications | undefined {
    const { shown, shownFrom } = this.messages;
    const pending = shown.filter(({ seq, sender }) => seq > mark && sender.id !== userId);
    if (pending.length < this.perRoom && mark + 1 < shownFrom) return undefined;
    const isCommon = pending.every((message, at) => message === shown[at] && message.parent?.sender.id !== userId);
    const newest = isCommon ? this.common.get(pending.length) : undefined;
    if (newest) return newest;
    const made = new NewestNotifications(pending.map((message) => this.itemOf(message, userId)));
    if (isCommon) this.common.set(pending.length, made);
    return made;
  }

  private itemOf(message: StoredMessage, userId: number): ShownNotification {
    if (message.parent?.sender.id === userId) return ofMessage(message, 'REPLY');
    const known = this.items.get(message);
    if (known) return known;
    const item = ofMessage(message, 'NEW_MESSAGE');
    this.items.set(message, item);
    return item;
  }
}

const ofMessage = (message: StoredMessage, type: 'REPLY' | 'NEW_MESSAGE'): ShownNotification =>
  shownNotification({ id: message.id, type, message, createdAt: message.createdAt });
