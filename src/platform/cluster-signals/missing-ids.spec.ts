import fc from 'fast-check';

import { MissingIds } from './missing-ids.js';

const HOUR_MS = 3_600_000;

describe('the ids of a sequence that have not arrived', () => {
  it('are those between the ids that exist at the beginning, and all above', () => {
    const ids = new MissingIds([5, 6, 9], 0);
    expect([ids.list(), ids.highest]).toEqual([[7, 8], 9]);
  });

  it('are none in an empty table', () => {
    const ids = new MissingIds([], 0);
    expect([ids.list(), ids.highest]).toEqual([[], 0]);
  });

  it('are found in whatever order transactions commit', () => {
    const orders = fc.shuffledSubarray(Array.from({ length: 30 }, (_, index) => index + 1));
    fc.assert(
      fc.property(orders, fc.integer({ min: 1, max: 5 }), (order, batch) => {
        const ids = new MissingIds([], 0);
        const received = new Set<number>();
        for (let at = 0; at < order.length; at += batch) {
          const committed = order.slice(at, at + batch).sort((one, other) => one - other);
          for (const id of committed) expect(id > ids.highest || ids.list().includes(id)).toBe(true);
          ids.arrived(committed, at);
          for (const id of committed) received.add(id);
        }
        const never = Array.from({ length: ids.highest }, (_, index) => index + 1).filter((id) => !received.has(id));
        expect(ids.list().sort((one, other) => one - other)).toEqual(never);
      }),
    );
  });

  it('are given up after an hour, and if they are too many', () => {
    const ids = new MissingIds([1, 3], 0);
    ids.arrived([5], HOUR_MS - 1);
    expect(ids.list()).toEqual([2, 4]);
    ids.arrived([6], HOUR_MS);
    expect(ids.list()).toEqual([4]);
    ids.arrived([1_000_000], HOUR_MS);
    expect([ids.list().length, ids.list()[0]]).toEqual([10_000, 990_000]);
  });
});
