import { isSameDay } from '../design/times.js';
import type { Self } from '../session/session.js';
import { isOutgoing, keyOf, senderIdOf } from './shown-message.js';
import type { Shown } from './shown-message.js';

/** Messages of one sender that follow each other this closely stand together. */
const TOGETHER_MS = 5 * 60_000;

/** One message, with what is drawn around it. */
export interface Line {
  readonly key: string;
  readonly message: Shown;
  readonly isOwn: boolean;
  /** Whether it begins a group of its sender's: with their face and name. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Whether a day begins with it. */
  readonly isNewDay: boolean;
  /** Whether it is the first that is unread. */
  readonly isFirstUnread: boolean;
}

/** @param unreadAfter the number up to which the user had read; null: nothing is unread */
export function linesOf(messages: readonly Shown[], self: Self, unreadAfter: number | null): readonly Line[] {
  const isUnread = (message: Shown): boolean =>
    unreadAfter !== null && !isOutgoing(message) && message.seq > unreadAfter && message.sender.id !== self.id;
  const firstUnread = messages.find(isUnread);
  const begins = messages.map((message, at) => {
    const before = messages[at - 1];
    return !before || message === firstUnread || !areTogether(before, message, self);
  });
  return messages.map((message, at) => {
    const before = messages[at - 1];
    return {
      key: keyOf(message),
      message,
      isOwn: senderIdOf(message, self) === self.id,
      isFirst: begins[at] === true,
      isLast: begins[at + 1] !== false,
      isNewDay: !before || !isSameDay(before.created_at, message.created_at),
      isFirstUnread: message === firstUnread,
    };
  });
}

function areTogether(one: Shown, next: Shown, self: Self): boolean {
  return (
    senderIdOf(one, self) === senderIdOf(next, self) &&
    Date.parse(next.created_at) - Date.parse(one.created_at) < TOGETHER_MS &&
    isSameDay(one.created_at, next.created_at)
  );
}
