import type { Message, User } from '@parley/client';

import { begunMention, completed, mentionsAfterEdit, mentionsIn, suggestionsFor } from './mentions.js';

const user = (id: number, username: string, first_name = ''): User => ({
  ...{ id, username, first_name, last_name: '', avatar: null, status: null, is_bot: false },
});
const ROOM = { members: [user(1, 'ada'), user(2, 'Bob.B', 'Robert'), user(3, 'bo')], mayMentionRoom: true };

it('finds the mention that is being written', () => {
  expect(['@', 'hi @bo', 'hi @bo there', 'a@bo', ''].map((text) => begunMention(text, text.length))).toEqual([
    '',
    'bo',
    null,
    null,
    null,
  ]);
  expect(begunMention('hi @bo there', 6)).toBe('bo');
});

it('completes the mention at the caret', () => {
  expect(completed('hi @b, you', 5, 'Bob.B')).toEqual({ text: 'hi @Bob.B , you', caret: 10 });
  expect(completed('@', 1, 'ada')).toEqual({ text: '@ada ', caret: 5 });
});

it('suggests others by user name and name, and the room where it may be mentioned', () => {
  const names = (begun: string, room = ROOM): string[] => suggestionsFor(begun, room, 1).map(({ name }) => name);
  expect([names(''), names('b'), names('rob'), names('al')]).toEqual([
    ['all', 'Bob.B', 'bo'],
    ['Bob.B', 'bo'],
    ['Bob.B'],
    ['all'],
  ]);
  expect(names('', { ...ROOM, mayMentionRoom: false })).toEqual(['Bob.B', 'bo']);
});

it('finds members by their user names in a text, also before punctuation', () => {
  expect(mentionsIn('@bob.b, @ADA. (@nobody) a@bo', ROOM)).toEqual({ mentions: [2, 1, 3], mentionRoom: false });
  expect(mentionsIn('@room!', ROOM)).toEqual({ mentions: [], mentionRoom: true });
  expect(mentionsIn('@room!', { ...ROOM, mayMentionRoom: false }).mentionRoom).toBe(false);
});

it('keeps mentions of an edited message that its text did not name', () => {
  const message = { content: 'hi @ada', mentions: [user(1, 'ada'), user(9, 'gone')], mention_room: true } as unknown;
  expect(mentionsAfterEdit(message as Message, 'hi @bo', ROOM)).toEqual({ mentions: [9, 3], mentionRoom: true });
});
