import { MAX_COUNTED_UNREAD } from '@parley/protocol';
import type { NotifyLevel } from '@parley/protocol';

import { WHOLE_ROOM } from '../../messages/mentions/mention.entity.js';
import type { StoredMessage } from '../../messages/message.view.js';
import { isNotified } from '../../notification-levels/level.js';
import { grouped } from '../../../platform/collections/groups.js';
import { NewestNotifications, shownNotification, typeFor } from './newest-notifications.js';
import type { ShownNotification } from './newest-notifications.js';
import type { PendingRoomState } from './pending.repository.js';

/** A message of a room, as far as it decides about the counts of members. */
export type CountedMessage = readonly [seq: number, senderId: number, id: string, isSilent: boolean | null];

/** Of a user, or of the whole room. */
export type MessageMention = readonly [seq: number, userId: number];

/** The newest messages of a room as of one moment. */
export interface RoomMessages {
  readonly roomId: string;
  readonly lastSeq: number;
  /** All messages above this number are counted. */
  readonly after: number;
  /** The mentions of users who ask, and of the room, among them. */
  readonly mentions: readonly MessageMention[];
  /** The newest first. */
  readonly counted: readonly CountedMessage[];
  /** The counted messages of which members are notified: the newest first, without those that were deleted since. */
  readonly shown: readonly StoredMessage[];
  /** All messages from this number on are shown. */
  readonly shownFrom: number;
}

/** The membership of a user, read after the messages of the room. */
export interface MemberState {
  readonly user_id: number;
  readonly room_id: string;
  readonly delivered_seq: number;
  readonly read_seq: number;
  /** The level that the user has chosen for the room, `none` while it is muted; null: none is chosen. */
  readonly room_level: NotifyLevel | null;
  /**
   * Whether a receipt above the marks, a notification of a reaction or a pending reply in a thread may exist: the marks
   * do not decide then.
   */
  readonly has_exceptions: boolean;
}

/** The limits of what a first frame shows. */
export interface ShownLimit {
  /** The maximum number of notifications of a room. */
  readonly perRoom: number;
  /** A notification with more bytes is read alone, as it may have to be shortened. */
  readonly mostBytesOfOne: number;
}

/** The newest messages of one room, from which follows what is pending there for each member. */
export class RoomBacklog {
  /** The numbers of all counted messages. */
  private readonly unread: Numbers;
  /** Without silent messages. */
  private readonly notified: Numbers;
  /** At each place, the lowest id of the messages up to it. */
  private readonly lowestIds: string[] = [];
  /** For members who sent none of the messages and whom none answers, by the number of notifications. */
  private readonly common = new Map<number, NewestNotifications>();
  private readonly items = new Map<StoredMessage, ShownNotification>();

  constructor(
    private readonly messages: RoomMessages,
    private readonly limit: ShownLimit,
  ) {
    const { counted } = messages;
    this.unread = new Numbers(counted);
    const notified = counted.filter(([, , , isSilent]) => !isSilent);
    this.notified = notified.length === counted.length ? this.unread : new Numbers(notified);
    for (const [, , id] of counted) {
      const before = this.lowestIds.at(-1);
      this.lowestIds.push(before !== undefined && before < id ? before : id);
    }
  }

  /** The lowest id of the counted messages above a number; null: there are none. */
  lowestId(after: number): string | null {
    return this.lowestIds[this.unread.countAbove(after) - 1] ?? null;
  }

  /** @returns undefined if it does not follow from these messages */
  stateOf(member: MemberState, level: NotifyLevel): PendingRoomState | undefined {
    const { roomId, lastSeq, after } = this.messages;
    if (member.has_exceptions || Math.min(member.delivered_seq, member.read_seq) < after) return undefined;
    const newest = level === 'none' ? NOTHING : this.newestFor(member, level);
    return (
      newest && {
        roomId,
        lastSeq,
        unread: Math.min(this.unread.countOfOthers(member.read_seq, member.user_id), MAX_COUNTED_UNREAD),
        unreadMentions: Math.min(this.mentionsOf(member.user_id, member.read_seq, this.unread), MAX_COUNTED_UNREAD),
        pending: Math.min(this.pendingOf(member, level), Math.max(this.limit.perRoom, MAX_COUNTED_UNREAD)),
        newest,
      }
    );
  }

  private pendingOf({ user_id: userId, delivered_seq: mark }: MemberState, level: NotifyLevel): number {
    switch (level) {
      case 'all':
        return this.notified.countOfOthers(mark, userId);
      case 'mentions':
        return this.mentionsOf(userId, mark, this.notified);
      case 'none':
        return 0;
    }
  }

  /** How many of these numbers mention a user. Mentions are few, and so are looked at one by one. */
  private mentionsOf(userId: number, mark: number, among: Numbers): number {
    const mentioning = this.messages.mentions.filter(
      ([seq, mentioned]) =>
        (mentioned === WHOLE_ROOM || mentioned === userId) && seq > mark && among.has(seq) && !among.isOf(userId, seq),
    );
    return new Set(mentioning.map(([seq]) => seq)).size;
  }

  private newestFor(
    { user_id: userId, delivered_seq: mark }: MemberState,
    level: NotifyLevel,
  ): NewestNotifications | undefined {
    const { shown, shownFrom } = this.messages;
    const pending = shown.filter(
      (message) =>
        message.seq > mark && message.sender.id !== userId && isNotified(level, typeFor(userId, message) === 'MENTION'),
    );
    if (pending.length < this.limit.perRoom && mark + 1 < shownFrom) return undefined;
    const isCommon = pending.every((message, at) => message === shown[at] && this.isCommon(message, userId));
    const known = isCommon ? this.common.get(pending.length) : undefined;
    if (known) return known;
    const items = pending.map((message) => this.itemOf(message, userId));
    if (items.some(({ json }) => json.bytes > this.limit.mostBytesOfOne)) return undefined;
    const newest = new NewestNotifications(items);
    if (isCommon) this.common.set(pending.length, newest);
    return newest;
  }

  /** Whether the notification is the same for most members. */
  private isCommon(message: StoredMessage, userId: number): boolean {
    return typeFor(userId, message) === typeFor(NOBODY, message);
  }

  private itemOf(message: StoredMessage, userId: number): ShownNotification {
    if (!this.isCommon(message, userId)) return ofMessage(message, userId);
    const known = this.items.get(message);
    if (known) return known;
    const item = ofMessage(message, NOBODY);
    this.items.set(message, item);
    return item;
  }
}

/** The numbers of messages, descending. */
class Numbers {
  private readonly all: readonly number[];
  private readonly bySender: ReadonlyMap<number, readonly number[]>;

  constructor(messages: readonly CountedMessage[]) {
    this.all = messages.map(([seq]) => seq);
    const bySender = grouped(messages, ([, senderId]) => senderId);
    this.bySender = new Map([...bySender].map(([senderId, sent]) => [senderId, sent.map(([seq]) => seq)]));
  }

  countAbove(mark: number): number {
    return countAbove(this.all, mark);
  }

  has(seq: number): boolean {
    return this.all[countAbove(this.all, seq)] === seq;
  }

  /** Whether this user has sent the message of this number. */
  isOf(userId: number, seq: number): boolean {
    return this.bySender.get(userId)?.includes(seq) === true;
  }

  /** Of messages that this user has not sent. */
  countOfOthers(mark: number, userId: number): number {
    return this.countAbove(mark) - countAbove(this.bySender.get(userId) ?? [], mark);
  }
}

/** How many of these descending numbers are above a mark. */
function countAbove(seqs: readonly number[], mark: number): number {
  let [from, to] = [0, seqs.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((seqs[middle] ?? 0) > mark) from = middle + 1;
    else to = middle;
  }
  return from;
}

const NOTHING = new NewestNotifications([]);

/** The id of no user. */
const NOBODY = 0;

const ofMessage = (message: StoredMessage, userId: number): ShownNotification => {
  const { id, createdAt } = message;
  return shownNotification({ id, type: typeFor(userId, message), isStored: false, message, createdAt });
};
