import type { Message, RoomListEntry, RoomObject, RoomWithoutMembers, ShortMessage } from '@parley/client';
import type { StoredRoom } from '@parley/client/store';

import {
  mayChangeMentions,
  sortedEntries,
  withChanged,
  withMessage,
  withRead,
  withRoom,
  withSmallChange,
  withStored,
} from './room-entries.js';
import type { Entries } from './room-entries.js';

const ME = 1;
const message = (seq: number, senderId: number, mentioned: readonly number[] = []): Message =>
  ({
    id: String(seq),
    seq,
    sender: { id: senderId },
    created_at: `2026-01-01T12:00:${String(seq)}.000Z`,
    mentions: mentioned.map((id) => ({ id })),
    mention_room: false,
  }) as unknown as Message;
const entry = (id: string, last: Message | null = null): RoomListEntry =>
  ({
    id,
    type: 'GroupChat',
    last_message: last,
    unread_count: 0,
    unread_mentions: 0,
    last_read_seq: 10,
    last_seq: 10,
    notify: null,
    created_at: '2026-01-01T12:00:30.000Z',
  }) as RoomListEntry;
const entries = (...all: RoomListEntry[]): Entries => new Map(all.map((each) => [each.id, each]));
const inA = (all: Entries) => all.get('a')!;

it('counts each unread message of other users once', () => {
  const once = withMessage(entries(entry('a')), 'a', message(11, 2), ME);
  expect(inA(once)).toMatchObject({ unread_count: 1, last_message: { seq: 11 }, last_seq: 11 });
  expect(withMessage(once, 'a', message(11, 2), ME)).toBe(once);
  expect(inA(withMessage(once, 'a', message(12, ME), ME))).toMatchObject({
    unread_count: 1,
    last_message: { seq: 12 },
  });
  expect(inA(withMessage(entries(entry('a')), 'a', message(9, 2), ME)).unread_count).toBe(0);
  expect(withMessage(once, 'elsewhere', message(11, 2), ME)).toBe(once);
});

it('counts a reply in a thread only if it was sent to the room too', () => {
  const reply = { ...message(11, 2), thread: { id: 'start' } };
  const inThread = withMessage(entries(entry('a')), 'a', reply, ME);
  expect(inA(inThread)).toMatchObject({ unread_count: 0, last_message: null, last_seq: 11 });
  const inRoom = withMessage(inThread, 'a', { ...reply, id: '12', seq: 12, also_to_room: true }, ME);
  expect(inA(inRoom)).toMatchObject({ unread_count: 1, last_message: { seq: 12 }, last_seq: 12 });
});

it('shows an archived room again with a message, unless it is muted', () => {
  const after = (notify: RoomListEntry['notify']): boolean =>
    inA(withMessage(entries({ ...entry('a'), archived: true, notify }), 'a', message(11, 2), ME)).archived;
  const until = '2026-01-02T00:00:00.000Z';
  expect([after(null), after({ level: 'mentions', muted_until: null })]).toEqual([false, false]);
  expect([after({ level: 'none', muted_until: null }), after({ level: null, muted_until: until })]).toEqual([
    true,
    true,
  ]);
});

it('counts unread mentions of the user and of the room', () => {
  const of = (...messages: Message[]): Entries =>
    messages.reduce((all, each) => withMessage(all, 'a', each, ME), entries(entry('a')));
  const mentioning = of(message(11, 2, [ME]), message(12, 2, [2]), { ...message(13, 2), mention_room: true });
  expect(inA(mentioning)).toMatchObject({ unread_count: 3, unread_mentions: 2 });
  expect(inA(of(message(11, ME, [ME]), message(9, 2, [ME]))).unread_mentions).toBe(0);
  expect(inA(withRead(mentioning, 'a', 13)!)).toMatchObject({ unread_count: 0, unread_mentions: 0 });
});

it('has mentions counted again only if an edit may have changed their number', () => {
  const may = (edited: Message, unread_mentions = 0): boolean =>
    mayChangeMentions({ ...entry('a'), unread_mentions }, edited, ME);
  expect([may(message(11, 2)), may(message(11, 2), 1), may(message(11, 2, [ME]))]).toEqual([false, true, true]);
  expect([may(message(11, ME, [ME])), may(message(10, 2, [ME]), 1)]).toEqual([false, false]);
});

it('resets the unread count at the newest message, and requests it otherwise', () => {
  const unread = withMessage(entries(entry('a')), 'a', message(12, 2), ME);
  expect(inA(withRead(unread, 'a', 12)!)).toMatchObject({ unread_count: 0, last_read_seq: 12 });
  expect(withRead(unread, 'a', 11)).toBeNull();
  expect(withRead(unread, 'a', 10)).toBe(unread);
});

it('updates the last message when it changes', () => {
  const before = entries(entry('a', message(11, 2)));
  expect(inA(withChanged(before, 'a', { ...message(11, 2), content: 'Better' }))).toMatchObject({
    last_message: { content: 'Better' },
  });
  expect(withChanged(before, 'a', message(10, 2))).toBe(before);
});

it('merges a small change into the last message', () => {
  const reaction = (id: number) => ({ user: { id }, reaction_content: '👍' });
  const reactions = [reaction(1), reaction(2)] as unknown as Message['reactions'];
  const last = { ...message(11, 2), content: 'A long text', reactions, delivered_to: [], read_receipts: [] };
  const before = entries(entry('a', last));
  const cut: ShortMessage = {
    ...last,
    content: 'A',
    content_truncated: true,
    reactions: [reaction(3)] as unknown as Message['reactions'],
    reactions_truncated: true,
  };
  expect(inA(withSmallChange(before, 'a', cut, 2))).toMatchObject({
    last_message: { content: 'A long text', reactions: [reaction(1), reaction(3)] },
  });
  expect(withSmallChange(before, 'a', { ...cut, id: '10' })).toBe(before);
});

it('updates a room and keeps its unread count and last message', () => {
  const chat = { id: 'b', type: 'OneToOneChat', participants: [{ id: ME }, { id: 2 }] } as unknown as RoomObject;
  expect(withRoom(new Map(), chat, ME).get('b')).toMatchObject({ peer: { id: 2 }, unread_count: 0 });
  const known = withMessage(entries(entry('a')), 'a', message(11, 2), ME);
  const renamed = { id: 'a', type: 'GroupChat', name: 'New' } as RoomObject;
  expect(inA(withRoom(known, renamed, ME))).toMatchObject({ name: 'New', unread_count: 1, last_message: { seq: 11 } });
});

it('keeps the other user of a chat when its settings come without the members', () => {
  const chat = { id: 'b', type: 'OneToOneChat', participants: [{ id: ME }, { id: 2 }] } as unknown as RoomObject;
  const changed = { id: 'b', type: 'OneToOneChat', last_seq: 3 } as RoomWithoutMembers;
  const known = withRoom(new Map(), chat, ME);
  expect(withRoom(known, changed, ME).get('b')).toMatchObject({ peer: { id: 2 }, last_seq: 3 });
});

it('adds the rooms that the browser has, and keeps the state of those in the list', () => {
  const chat = { id: 'b', type: 'OneToOneChat', participants: [{ id: ME }, { id: 2 }], last_seq: 3 };
  const stored = [chat, { ...entry('a'), name: 'Old' }] as unknown as StoredRoom[];
  const listed = entries({ ...entry('a'), name: 'New' } as RoomListEntry);
  const all = withStored(listed, stored, ME);
  expect(all.get('b')).toMatchObject({ peer: { id: 2 }, last_seq: 3, unread_count: 0, last_message: null });
  expect(inA(all)).toBe(inA(listed));
});

it('sorts by the time of the last message, else of the room, latest first', () => {
  const all = entries(entry('a', message(20, 2)), entry('b'), entry('c', message(40, 2)));
  expect(sortedEntries(all).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});
