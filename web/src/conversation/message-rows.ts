import { isSameDay } from '../design/times.js';
import type { Self } from '../session/session.js';
import { isOutgoing, keyOf, senderIdOf } from './shown-message.js';
import type { ShownMessage } from './shown-message.js';

/** Messages of one sender with a smaller gap than this form a group. */
const GROUP_GAP_MS = 5 * 60_000;

/** One message and its position in the groups and days of the history. */
export interface MessageRow {
  readonly key: string;
  readonly message: ShownMessage;
  readonly isOwn: boolean;
  /** The first message of a group shows the avatar and name of the sender. */
  readonly isGroupStart: boolean;
  readonly isGroupEnd: boolean;
  /** Whether it is the first message of a day. */
  readonly isNewDay: boolean;
  /** Whether the divider of unread messages is above it. */
  readonly isFirstUnread: boolean;
}

/** @param unreadAfter the `seq` up to which the user had read; null when nothing is unread */
export function messageRows(
  messages: readonly ShownMessage[],
  self: Self,
  unreadAfter: number | null,
): readonly MessageRow[] {
  const isUnread = (message: ShownMessage): boolean =>
    unreadAfter !== null && !isOutgoing(message) && message.seq > unreadAfter && message.sender.id !== self.id;
  const firstUnread = messages.find(isUnread);
  const startsGroup = messages.map((message, at) => {
    const before = messages[at - 1];
    return !before || message === firstUnread || !areGrouped(before, message, self);
  });
  return messages.map((message, at) => {
    const before = messages[at - 1];
    return {
      key: keyOf(message),
      message,
      isOwn: senderIdOf(message, self) === self.id,
      isGroupStart: startsGroup[at] === true,
      isGroupEnd: startsGroup[at + 1] !== false,
      isNewDay: !before || !isSameDay(before.created_at, message.created_at),
      isFirstUnread: message === firstUnread,
    };
  });
}

function areGrouped(one: ShownMessage, next: ShownMessage, self: Self): boolean {
  return (
    senderIdOf(one, self) === senderIdOf(next, self) &&
    Date.parse(next.created_at) - Date.parse(one.created_at) < GROUP_GAP_MS &&
    isSameDay(one.created_at, next.created_at)
  );
}
