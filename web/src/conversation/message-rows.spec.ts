import type { Message, Outgoing } from '@parley/client';
import type { RoomNotice } from '@parley/client/conversations';

import { historyRows, isMessageRow } from './message-rows.js';
import type { MessageRow } from './message-rows.js';

const ME = { id: 1, username: 'ada' };
const noon = new Date(2026, 2, 3, 12).getTime();

/** @param minutes after noon of 3 March 2026 */
const said = (seq: number, senderId: number, minutes: number): Message =>
  ({
    id: `message ${String(seq)}`,
    seq,
    sender: { id: senderId },
    created_at: new Date(noon + minutes * 60_000).toISOString(),
    client_message_id: null,
  }) as Message;

const going = (minutes: number): Outgoing =>
  ({
    client_message_id: 'on its way',
    pending: true,
    created_at: new Date(noon + minutes * 60_000).toISOString(),
  }) as Outgoing;

const notice = (seq: number, minutes: number): RoomNotice =>
  ({ seq, user_count: 0, created_at: new Date(noon + minutes * 60_000).toISOString() }) as RoomNotice;

const messageRows = (
  messages: readonly (Message | Outgoing)[],
  unreadAfter: number | null,
  notices: readonly RoomNotice[] = [],
): MessageRow[] => historyRows(messages, notices, ME, unreadAfter).filter(isMessageRow);

const shapes = (messages: readonly (Message | Outgoing)[], unreadAfter: number | null = null) =>
  messageRows(messages, unreadAfter)
    .map(({ isGroupStart, isGroupEnd }) => `${isGroupStart ? '[' : ''}x${isGroupEnd ? ']' : ''}`)
    .join('');

it('groups consecutive messages of one sender', () => {
  expect(shapes([said(1, 2, 0), said(2, 2, 1), said(3, 2, 2), said(4, 1, 3), going(4)])).toBe('[xxx][xx]');
});

it('starts a new group after a pause and at midnight', () => {
  expect(shapes([said(1, 2, 0), said(2, 2, 10)])).toBe('[x][x]');
  const midnight = 12 * 60;
  const lines = messageRows([said(1, 2, midnight - 1), said(2, 2, midnight + 1)], null);
  expect(lines.map(({ isNewDay, isGroupStart }) => [isNewDay, isGroupStart])).toEqual([
    [true, true],
    [true, true],
  ]);
});

it('marks the first unread message of another user', () => {
  const messages = [said(1, 2, 0), said(2, 1, 0), said(3, 1, 1), said(4, 2, 1), said(5, 2, 1)];
  const unread = (after: number | null) => messageRows(messages, after).findIndex(({ isFirstUnread }) => isFirstUnread);
  expect([unread(null), unread(0), unread(1), unread(2), unread(4), unread(5)]).toEqual([-1, 0, 3, 3, 4, -1]);
  expect(shapes(messages, 4)).toBe('[x][xx][x][x]');
});

it('shows notices between messages by their numbers, and messages on their way last', () => {
  const messages = [said(2, 2, 1), said(5, 2, 2), going(3)];
  const rows = historyRows(messages, [notice(1, 0), notice(3, 1), notice(6, 4)], ME, null);
  expect(rows.map((row) => (isMessageRow(row) ? row.key : row.notice.seq))).toEqual([
    1,
    'message 2',
    3,
    'message 5',
    6,
    'on its way',
  ]);
  expect(rows.map(({ isNewDay }) => isNewDay)).toEqual([true, false, false, false, false, false]);
});

it('a notice ends the group of messages before it, and is not unread', () => {
  const messages = [said(1, 2, 0), said(3, 2, 1)];
  const rows = messageRows(messages, 1, [notice(2, 1), notice(4, 1)]);
  expect(rows.map(({ isGroupStart, isGroupEnd, isFirstUnread }) => [isGroupStart, isGroupEnd, isFirstUnread])).toEqual([
    [true, true, false],
    [true, true, true],
  ]);
});

it('a message keeps its key when it is stored', () => {
  const stored = { ...said(7, 1, 4), client_message_id: 'on its way' };
  expect(messageRows([stored], null)[0]!.key).toBe(messageRows([going(4)], null)[0]!.key);
});
