import { Backoff, spread } from './backoff.js';

const backoff = new Backoff(5, 60);

describe('exponential backoff', () => {
  it('doubles the pause up to the longest one', () => {
    expect([0, 1, 2, 3, 4, 1_000_000].map((earlier) => backoff.pause(earlier))).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it('is an SQL expression too', () => {
    expect(backoff.sql('attempts - 1')).toBe('least(5 * power(2, least(attempts - 1, 20)), 60)');
  });

  it('gets a random part', () => {
    expect(spread(10, 0.5, 0)).toBe(10);
    expect(spread(10, 0.5, 1)).toBe(15);
    expect(spread(10, 0.5)).toBeLessThan(15);
  });
});
