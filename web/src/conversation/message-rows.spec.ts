import type { Message, Outgoing } from '@parley/client';

import { messageRows } from './message-rows.js';

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

const shapes = (messages: readonly (Message | Outgoing)[], unreadAfter: number | null = null) =>
  messageRows(messages, ME, unreadAfter)
    .map(({ isGroupStart, isGroupEnd }) => `${isGroupStart ? '[' : ''}x${isGroupEnd ? ']' : ''}`)
    .join('');

it('groups consecutive messages of one sender', () => {
  expect(shapes([said(1, 2, 0), said(2, 2, 1), said(3, 2, 2), said(4, 1, 3), going(4)])).toBe('[xxx][xx]');
});

it('starts a new group after a pause and at midnight', () => {
  expect(shapes([said(1, 2, 0), said(2, 2, 10)])).toBe('[x][x]');
  const midnight = 12 * 60;
  const lines = messageRows([said(1, 2, midnight - 1), said(2, 2, midnight + 1)], ME, null);
  expect(lines.map(({ isNewDay, isGroupStart }) => [isNewDay, isGroupStart])).toEqual([
    [true, true],
    [true, true],
  ]);
});

it('marks the first unread message of another user', () => {
  const messages = [said(1, 2, 0), said(2, 1, 0), said(3, 1, 1), said(4, 2, 1), said(5, 2, 1)];
  const unread = (after: number | null) =>
    messageRows(messages, ME, after).findIndex(({ isFirstUnread }) => isFirstUnread);
  expect([unread(null), unread(0), unread(1), unread(2), unread(4), unread(5)]).toEqual([-1, 0, 3, 3, 4, -1]);
  expect(shapes(messages, 4)).toBe('[x][xx][x][x]');
});

it('a message keeps its key when it is stored', () => {
  const stored = { ...said(7, 1, 4), client_message_id: 'on its way' };
  expect(messageRows([stored], ME, null)[0]!.key).toBe(messageRows([going(4)], ME, null)[0]!.key);
});
