import { fitOf, fitting } from './matching.js';

it.each([
  ['Friends', 'fri', 0],
  ['Éric Müller', 'eric', 0],
  ['Éric Müller', 'MULL', 1],
  ['Old friends', 'friends', 1],
  ['Team (Lyon)', 'lyon', 1],
  ['Befriended', 'friend', 2],
  ['Unfriend friends', 'friend', 1],
  ['دردشة الأصدقاء', 'الاصدقاء', 1],
  ['Friends', '', 0],
  ['Anna Maria Lopez', 'anna l', 1],
  ['Anna Maria Lopez', 'lopez anna', 1],
  ['Anna Maria Lopez', 'annam', 1],
  ['Anna Maria Lopez', 'anna x', undefined],
  ['山田 太郎', '山田太', 1],
  ['Jörg Straße', 'jo\u0308rg strasse', 0],
  ['Łukasz', 'lukasz', 0],
  ['סטטוס שָׁלוֹם', 'שלום', 1],
  ['Friends', '!', undefined],
  ['Friends', 'x', undefined],
  ['Project 15', 'proj 15', 1],
  ['Project 15', '15  pro', 1],
  ['Project 15', '15 ject', 2],
  ['My project 115', 'pro 15', 2],
  ['Project 15', 'proj 16', undefined],
])('%s fits "%s": %s', (name, typed, fit) => expect(fitOf(name, typed)).toBe(fit));

it('the best fitting come first, and others in their order', () => {
  const names = ['Befriended', 'Old friends', 'My friends', 'Friends', 'Work'];
  expect(fitting(names, 'friend', (name) => name, 3)).toEqual(['Friends', 'Old friends', 'My friends']);
});
