import { secondsToRetry } from './webhook-worker.js';

describe('the delays between attempts', () => {
  it('grow from seconds to hours, so that ten attempts take about a day', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => secondsToRetry(attempts, 5, 0));
    expect(waits).toEqual([5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200]);
    expect(secondsToRetry(50, 5, 0)).toBe(43_200);
  });

  it('have a random jitter of up to a fifth', () => {
    expect(secondsToRetry(1, 10, 1)).toBeCloseTo(12);
  });
});
