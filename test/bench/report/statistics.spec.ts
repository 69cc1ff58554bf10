import fc from 'fast-check';

import { median, quantile, ratios } from './statistics.js';

/** Without -0, which `toBe` distinguishes from 0. */
const value = fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((any) => any + 0);
const values = fc.array(value, { minLength: 1 });
const share = fc.double({ noNaN: true, min: 0, max: 1 });

describe('the quantile', () => {
  it('is one of the values, with its share at or below it, and no more strictly below', () => {
    fc.assert(
      fc.property(values, share, (all, of) => {
        const found = quantile(all, of);
        expect(all).toContain(found);
        const count = (holds: (value: number) => boolean): number => all.filter(holds).length;
        expect(count((value) => value <= found)).toBeGreaterThanOrEqual(of * all.length);
        expect(count((value) => value < found)).toBeLessThanOrEqual(of * all.length);
      }),
    );
  });

  it('of a hundred is the value of that rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([0, 0.5, 0.99, 1].map((of) => quantile(hundred, of))).toEqual([1, 51, 100, 100]);
  });

  it('does not change the order of the values', () => {
    const all = [3, 1, 2];
    quantile(all, 0.5);
    expect(all).toEqual([3, 1, 2]);
  });
});

describe('the median', () => {
  it('has as many values above it as below, whatever their order', () => {
    fc.assert(
      fc.property(values, (all) => {
        const found = median(all);
        const half = all.length / 2;
        expect(all.filter((value) => value < found).length).toBeLessThanOrEqual(half);
        expect(all.filter((value) => value > found).length).toBeLessThanOrEqual(half);
        expect(median(all.toReversed())).toBe(found);
      }),
    );
  });

  it('of two lies between them', () => expect(median([1, 2])).toBe(1.5));
});

it('ratios are computed round by round', () => expect(ratios([1, 9], [2, 3])).toEqual([0.5, 3]));
