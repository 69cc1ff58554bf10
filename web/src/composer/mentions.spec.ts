import type { Message, User } from '@parley/client';

import { mentionFinder, mentionsAfterEdit, mentionsIn } from './mentions.js';

const user = (id: number, username: string, first_name = ''): User => ({
  ...{ id, username, first_name, last_name: '', avatar: null, status: null, is_bot: false },
});
const ROOM = { members: [user(1, 'ada'), user(2, 'Bob.B', 'Robert'), user(3, 'bo')], mayMentionRoom: true };

const found = (before: string, room = ROOM): (string | number)[] | null => {
  const { length, suggestions } = mentionFinder(room, 1)(before) ?? {};
  return length === undefined || !suggestions ? null : [length, ...suggestions.map(({ text }) => text)];
};

it('finds the mention that is being written', () => {
  expect(['hi @bo', 'hi @bo there', 'a@bo', ''].map((before) => found(before))).toEqual([
    [2, 'Bob.B', 'bo'],
    null,
    null,
    null,
  ]);
});

it('suggests others by user name and name, and the room where it may be mentioned', () => {
  expect([found('@'), found('@rob'), found('@al'), found('@every'), found('@her')]).toEqual([
    [0, 'Bob.B', 'bo', 'all'],
    [3, 'Bob.B'],
    [2, 'all'],
    [5, 'everyone'],
    [3, 'here'],
  ]);
  expect(found('@', { ...ROOM, mayMentionRoom: false })).toEqual([0, 'Bob.B', 'bo']);
});

it('finds members by their user names in a text, also before punctuation', () => {
  expect(mentionsIn('@bob.b, @ADA. (@nobody) a@bo', ROOM)).toEqual({ mentions: [2, 1, 3], mentionRoom: false });
  expect(mentionsIn('@room!', ROOM)).toEqual({ mentions: [], mentionRoom: true });
  expect(mentionsIn('@here, @Channel', ROOM)).toEqual({ mentions: [], mentionRoom: true });
  expect(mentionsIn('@room!', { ...ROOM, mayMentionRoom: false }).mentionRoom).toBe(false);
});

it('keeps mentions of an edited message that its text did not name', () => {
  const message = { content: 'hi @ada', mentions: [user(1, 'ada'), user(9, 'gone')], mention_room: true } as unknown;
  expect(mentionsAfterEdit(message as Message, 'hi @bo', ROOM)).toEqual({ mentions: [9, 3], mentionRoom: true });
});
