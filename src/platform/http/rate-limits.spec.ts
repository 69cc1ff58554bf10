import fc from 'fast-check';

import { Throttle, TokenBucket } from './rate-limits.js';

it('a wait is no longer than its window, also after the clock was put back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const throttle = new Throttle({ most: 1, seconds: 60 });
    await throttle.count('key');
    vi.setSystemTime(Date.now() - 7_200_000);
    await expect(throttle.count('key')).resolves.toBe(60);
  } finally {
    vi.useRealTimers();
  }
});

describe('a token bucket', () => {
  it('allows its burst at once, and then its rate per second', () => {
    const bucket = new TokenBucket({ burst: 3, perSecond: 10 });
    expect([0, 0, 0, 0].map(() => bucket.take(1_000))).toEqual([0, 0, 0, 100]);
    expect([1_099, 1_100, 1_100].map((now) => bucket.take(now))).toEqual([1, 0, 100]);
    expect([9_000, 9_000, 9_000, 9_000].map((now) => bucket.take(now))).toEqual([0, 0, 0, 100]);
  });

  it('takes several tokens or none', () => {
    const bucket = new TokenBucket({ burst: 10, perSecond: 10 });
    expect([6, 6, 4, 1].map((tokens) => bucket.take(1_000, tokens))).toEqual([0, 200, 0, 100]);
  });

  it('takes more than it holds when it is full, and then fills from below', () => {
    const bucket = new TokenBucket({ burst: 5, perSecond: 10 });
    expect(bucket.take(1_000, 20)).toBe(0);
    expect(bucket.debt(1_000)).toBe(2_000);
    expect(bucket.take(1_000)).toBe(1_600);
  });

  it('allows a take after the returned wait, and never exceeds its burst and rate', () => {
    const settings = fc.record({
      burst: fc.integer({ min: 1, max: 200 }),
      perSecond: fc.integer({ min: 1, max: 1_000 }),
    });
    const pauses = fc.array(fc.nat({ max: 300 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(settings, pauses, ({ burst, perSecond }, waits) => {
        const bucket = new TokenBucket({ burst, perSecond });
        let now = 0;
        let taken = 0;
        for (const wait of waits) {
          now += wait;
          const retryAfter = bucket.take(now);
          if (retryAfter > 0) {
            now += retryAfter;
            expect(bucket.take(now)).toBe(0);
          }
          taken += 1;
        }
        expect(taken).toBeLessThanOrEqual(burst + (now * perSecond) / 1_000 + 0.001);
      }),
    );
  });
});
