import fc from 'fast-check';

import { KnownSenders, ReplayWindow } from './known-senders.js';

const REMEMBERED_MS = 1_000;
/** A packet that this many others of its sender have overtaken is accepted in any case. */
const MOST_OVERTAKEN = 2_016;

describe('the counts of a sender', () => {
  it('are accepted once each, in any order, however far they are apart', () => {
    const steps = fc.oneof(fc.integer({ min: -3_000, max: 3_000 }), fc.integer({ min: -1e9, max: 1e12 }));
    fc.assert(
      fc.property(fc.nat(2 ** 40), fc.array(steps, { maxLength: 200 }), (first, differences) => {
        const window = new ReplayWindow();
        const accepted = new Set<number>();
        let newest = -1;
        let count = first;
        for (const step of [0, ...differences]) {
          count = Math.max(0, count + step);
          const isAccepted = window.accept(count);
          if (accepted.has(count)) expect(isAccepted).toBe(false);
          else if (count > newest - MOST_OVERTAKEN) expect(isAccepted).toBe(true);
          if (isAccepted) accepted.add(count);
          newest = Math.max(newest, count);
        }
      }),
    );
  });

  it('are not accepted when they are too old to be known', () => {
    const window = new ReplayWindow();
    expect([window.accept(10_000), window.accept(1), window.accept(9_000)]).toEqual([true, false, true]);
  });
});

describe('the known senders', () => {
  it('are counted apart', () => {
    const senders = new KnownSenders(REMEMBERED_MS);
    expect(['a', 'b', 'a'].map((epoch) => senders.accept(epoch, 0, 0))).toEqual([true, true, false]);
  });

  it('are forgotten after their time, and are a bounded number', () => {
    const senders = new KnownSenders(REMEMBERED_MS, 2);
    expect(['a', 'b', 'c'].map((epoch) => senders.accept(epoch, 0, 0))).toEqual([true, true, false]);
    expect(senders.accept('b', 1, REMEMBERED_MS)).toBe(true);
    expect(senders.accept('c', 0, REMEMBERED_MS)).toBe(false);
    // One millisecond later `a` is over, and `b` is not.
    expect(senders.accept('c', 0, REMEMBERED_MS + 1)).toBe(true);
    expect(senders.accept('b', 1, REMEMBERED_MS + 1)).toBe(false);
  });
});
