import type { Reaction } from '@parley/client';

import { reactionGroups } from './reaction-groups.js';

const of = (id: number, reaction_content: string): Reaction =>
  ({ user: { id }, reaction_content, created_at: '2026-01-01T00:00:00Z' }) as Reaction;

it('reactions are grouped by content, in the order of the first one of each', () => {
  const groups = reactionGroups([of(1, '👍'), of(2, '🎉'), of(3, '👍')], 3);
  expect(groups.map(({ reaction, count, isOwn }) => [reaction, count, isOwn])).toEqual([
    ['👍', 2, true],
    ['🎉', 1, false],
  ]);
  expect(groups[0]?.users.map(({ id }) => id)).toEqual([1, 3]);
});

it('before the user is known, no reaction is the own one', () => {
  expect(reactionGroups([of(1, '👍')], undefined)).toMatchObject([{ isOwn: false }]);
  expect(reactionGroups([], 1)).toEqual([]);
});
