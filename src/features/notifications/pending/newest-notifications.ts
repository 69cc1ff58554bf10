import type { Notification, NotificationType } from '@parley/protocol';
import { SerialisedPart } from '@parley/realtime/restricted-part';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { toMessage } from '../../messages/message.view.js';
import type { StoredMessage } from '../../messages/message.view.js';

/** A pending notification of a message or a reaction, as its receiver reads it. */
export interface ShownNotification {
  readonly json: SerialisedPart;
  /** Whether it stands for a new message, and not for a later change. */
  readonly isNewMessage: boolean;
  /** Of the message. */
  readonly seq: number;
  /** In milliseconds. */
  readonly createdAt: number;
}

export interface StoredNotification {
  readonly id: string;
  readonly type: NotificationType;
  /** Whether it has a row of its own: then it tells of a change of the message. */
  readonly isStored: boolean;
  /** The message in its current state. */
  readonly message: StoredMessage;
  readonly createdAt: Date;
}

export function shownNotification({ id, type, isStored, message, createdAt }: StoredNotification): ShownNotification {
  const value: Restrictable<Notification> = {
    id,
    notification_type: type,
    message: toMessage(message),
    created_at: createdAt.toISOString(),
  };
  return { json: SerialisedPart.of(value), isNewMessage: !isStored, seq: message.seq, createdAt: createdAt.getTime() };
}

/** The type of the notification of a new message for a user. A mention matters more than a reply. */
export function typeFor(userId: number, { mentions, parent }: StoredMessage): NotificationType {
  if (mentions.room || mentions.users.some(({ id }) => id === userId)) return 'MENTION';
  return parent?.sender.id === userId ? 'REPLY' : 'NEW_MESSAGE';
}

/** The notifications of a room that a first frame shows. */
export interface ShownInRoom {
  readonly count: number;
  /** An array of them in the order of time. */
  readonly json: SerialisedPart;
  /** The numbers of the new messages among them. */
  readonly messageSeqs: ReadonlySet<number>;
}

/** The newest pending notifications of a room. Users for whom they are the same share them. */
export class NewestNotifications {
  /** The length of all of them as JSON, with a comma after each. */
  readonly bytes: number;
  private readonly lists = new Map<number, ShownInRoom>();

  /** @param items the newest first */
  constructor(readonly items: readonly ShownNotification[]) {
    this.bytes = items.reduce((sum, item) => sum + bytesOf(item), 0);
  }

  /** The newest ones. */
  newest(count: number): ShownInRoom {
    const known = this.lists.get(count);
    if (known) return known;
    const shown = this.items.slice(0, count).toReversed();
    const list = {
      count: shown.length,
      json: SerialisedPart.of(shown.map(({ json }) => json)),
      // A change has its own number and frame, which its message in the first frame does not replace.
      messageSeqs: new Set(shown.filter(({ isNewMessage }) => isNewMessage).map(({ seq }) => seq)),
    };
    this.lists.set(count, list);
    return list;
  }
}

/** The maximum number and bytes of notifications. */
export interface FrameLimit {
  readonly most: number;
  readonly mostBytes: number;
}

/**
 * How many notifications of each of these rooms a first frame shows, so that they are the newest of all rooms: at least
 * one, if there is any.
 */
export function countsWithin(rooms: readonly NewestNotifications[], { most, mostBytes }: FrameLimit): number[] {
  const counts = rooms.map(({ items }) => items.length);
  const bytes = rooms.reduce((sum, room) => sum + room.bytes, 0);
  if (sumOf(counts) <= most && bytes <= mostBytes) return counts;
  const places = rooms.flatMap(({ items }, room) => items.map((item) => ({ room, item })));
  places.sort((one, other) => other.item.createdAt - one.item.createdAt || other.item.seq - one.item.seq);
  const shown = rooms.map(() => 0);
  let left = mostBytes;
  for (const [at, { room, item }] of places.slice(0, most).entries()) {
    left -= bytesOf(item);
    if (left < 0 && at > 0) break;
    shown[room] = (shown[room] ?? 0) + 1;
  }
  return shown;
}

const COMMA = 1;

const bytesOf = ({ json }: ShownNotification): number => json.bytes + COMMA;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
