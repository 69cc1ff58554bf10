import type { RoomNotice } from '@parley/client/conversations';
import { messageKey } from '@parley/react/state';

import { isSameDay } from '../design/times.js';
import type { Self } from '../session/session.js';
import { isOutgoing, senderIdOf } from './shown-message.js';
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
  /** Whether it is the first row of a day. */
  readonly isNewDay: boolean;
  /** Whether the divider of unread messages is above it. */
  readonly isFirstUnread: boolean;
}

export interface NoticeRow {
  readonly key: string;
  readonly notice: RoomNotice;
  readonly isNewDay: boolean;
}

export type HistoryRow = MessageRow | NoticeRow;

type Item = ShownMessage | RoomNotice;

/**
 * The messages and the notices in the order of their numbers.
 * @param unreadAfter the `seq` up to which the user had read; null when nothing is unread
 */
export function historyRows(
  messages: readonly ShownMessage[],
  notices: readonly RoomNotice[],
  self: Self,
  unreadAfter: number | null,
): readonly HistoryRow[] {
  const isUnread = (message: ShownMessage): boolean =>
    unreadAfter !== null && !isOutgoing(message) && message.seq > unreadAfter && message.sender.id !== self.id;
  const firstUnread = messages.find(isUnread);
  const items = inOrder(messages, notices);
  const startsGroup = items.map((item, at) => {
    const before = items[at - 1];
    return !before || item === firstUnread || !areGrouped(before, item, self);
  });
  return items.map((item, at) => {
    const before = items[at - 1];
    const isNewDay = !before || !isSameDay(before.created_at, item.created_at);
    if (isNotice(item)) return { key: `notice ${String(item.seq)}`, notice: item, isNewDay };
    return {
      key: messageKey(item),
      message: item,
      isOwn: senderIdOf(item, self) === self.id,
      isGroupStart: startsGroup[at] === true,
      isGroupEnd: startsGroup[at + 1] !== false,
      isNewDay,
      isFirstUnread: item === firstUnread,
    };
  });
}

export const isMessageRow = (row: HistoryRow): row is MessageRow => 'message' in row;

/** Messages on their way are the last. */
function inOrder(messages: readonly ShownMessage[], notices: readonly RoomNotice[]): readonly Item[] {
  const items: Item[] = [];
  let next = 0;
  for (const message of messages) {
    const seq = isOutgoing(message) ? Infinity : message.seq;
    for (let notice = notices[next]; notice && notice.seq < seq; notice = notices[(next += 1)]) items.push(notice);
    items.push(message);
  }
  return [...items, ...notices.slice(next)];
}

const isNotice = (item: Item): item is RoomNotice => 'user_count' in item;

function areGrouped(one: Item, next: Item, self: Self): boolean {
  if (isNotice(one) || isNotice(next)) return false;
  return (
    senderIdOf(one, self) === senderIdOf(next, self) &&
    Date.parse(next.created_at) - Date.parse(one.created_at) < GROUP_GAP_MS &&
    isSameDay(one.created_at, next.created_at)
  );
}
