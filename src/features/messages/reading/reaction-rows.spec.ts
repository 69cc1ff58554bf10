import { reactionsInOrder } from './reaction-rows.js';
import type { ReactionRow } from './reaction-rows.js';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();
const listed = (rows: readonly ReactionRow[]) =>
  reactionsInOrder(rows).map(({ userId, content, createdAt }) => [userId, content, createdAt.toISOString()]);

describe('the reactions of rows', () => {
  it('are those of the rows, if no user has several', () => {
    expect(
      listed([
        [2, 'a', at(1), null],
        [1, 'b', at(2), null],
      ]),
    ).toEqual([
      [2, 'a', at(1)],
      [1, 'b', at(2)],
    ]);
  });

  it('are in the order of their times, whoever has made them', () => {
    const rows: ReactionRow[] = [
      [
        2,
        'a',
        at(1),
        [
          ['c', at(3)],
          ['d', at(4)],
        ],
      ],
      [1, 'b', at(2), [['e', at(4)]]],
    ];
    expect(listed(rows).map(([userId, content]) => `${String(userId)}${String(content)}`)).toEqual([
      '2a',
      '1b',
      '2c',
      '1e',
      '2d',
    ]);
  });

  it('are as many as a message lists, the first ones', () => {
    const rows = Array.from({ length: 1_000 }, (_, userId): ReactionRow => [
      userId,
      'a',
      at(userId),
      [['b', at(userId + 0.5)]],
    ]);
    const all = listed(rows);
    expect(all).toHaveLength(1_000);
    expect(all.at(-1)).toEqual([499, 'b', at(499.5)]);
  });
});
