import type { Message, User } from '@parley/client';

import { mentionFinder, mentionsAfterEdit, mentionsIn } from './mentions.js';

const user = (id: number, username: string, first_name = ''): User => ({
  id,
  username,
  first_name,
  last_name: '',
  avatar: null,
  status: null,
  is_bot: false,
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
  expect(found('@jorg', { members: [user(4, 'x', 'Jörg')], mayMentionRoom: false })).toEqual([4, 'x']);
});

it('finds members by their user names in a text, also before punctuation', () => {
  expect(mentionsIn('@bob.b, @ADA. (@nobody) a@bo', ROOM)).toEqual({ mentions: [2, 1, 3], mentionRoom: false });
  expect(mentionsIn('@room!', ROOM)).toEqual({ mentions: [], mentionRoom: true });
  expect(mentionsIn('@here, @Channel', ROOM)).toEqual({ mentions: [], mentionRoom: true });
  expect(mentionsIn('@room!', { ...ROOM, mayMentionRoom: false }).mentionRoom).toBe(false);
});

it.each([
  '，你好',
  '。',
  '！',
  '）',
  '、次',
  '…',
  '”',
  '؟',
  '।',
  '\u200b',
  '’s turn',
  "'s turn",
  '/@bo',
  '你好',
  'さん',
  '._-',
  '\u3000x',
])('finds a member before %j', (rest) => expect(mentionsIn(`@ada${rest}`, ROOM).mentions).toContain(1));

it('finds a name of any script in any form of its letters, and no part of a name', () => {
  const members = [user(1, 'jörg'), user(2, '山田'), user(3, 'สมชาย'), user(4, 'अनिल')];
  const text = '@jo\u0308rg, @ＪÖＲＧ @山田。 @สมชาย… @अनिल। @jör @山 @jörg1';
  expect(mentionsIn(text, { members, mayMentionRoom: false }).mentions).toEqual([1, 2, 3, 4]);
  expect(mentionsIn('@jör @山 @jörg1 @अनि', { members, mayMentionRoom: false }).mentions).toEqual([]);
});

it('keeps mentions of an edited message that its text did not name', () => {
  const message = { content: 'hi @ada', mentions: [user(1, 'ada'), user(9, 'gone')], mention_room: true } as unknown;
  expect(mentionsAfterEdit(message as Message, 'hi @bo', ROOM)).toEqual({ mentions: [9, 3], mentionRoom: true });
});
