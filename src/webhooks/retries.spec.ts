import { secondsToRetry } from './retries.js';

describe('the waits between attempts', () => {
  it('grow from seconds to hours, and ten attempts take about a day', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => secondsToRetry(attempts, 5, 0));
    expect(waits).toEqual([5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200]);
    expect(secondsToRetry(50, 5, 0)).toBe(43_200);
  });

  it('are up to a fifth longer, for each by itself', () => {
    expect(secondsToRetry(1, 10, 1)).toBeCloseTo(12);
  });
});
