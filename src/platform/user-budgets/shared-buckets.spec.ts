import fc from 'fast-check';

import { SharedRedis } from '../redis/shared-redis.js';
import { SharedBuckets } from './shared-buckets.js';

const ALICE = 1;
const BOB = 2;

const alone = (): SharedBuckets => new SharedBuckets('test', { burst: 10, perSecond: 10 }, new SharedRedis(undefined));

describe('the buckets of users on a node without Redis', () => {
  it('are separate for each user', () => {
    const buckets = alone();
    expect(buckets.take(ALICE, 10, 0)).toBe(0);
    expect(buckets.take(ALICE, 1, 0)).toBe(100);
    expect(buckets.take(BOB, 10, 0)).toBe(0);
  });

  it('may be overdrawn, and fill from below', () => {
    const buckets = alone();
    expect(buckets.overdraw(ALICE, 10, 0)).toBe(0);
    expect(buckets.overdraw(ALICE, 5, 0)).toBe(500);
    expect(buckets.take(ALICE, 0, 499)).toBe(1);
    expect(buckets.take(ALICE, 0, 500)).toBe(0);
  });

  it('are forgotten when they are full', () => {
    const buckets = alone();
    buckets.take(ALICE, 2, 0);
    buckets.take(BOB, 9, 0);
    buckets.sweep(200);
    expect(buckets.count).toBe(1);
    buckets.sweep(900);
    expect(buckets.count).toBe(0);
  });

  it('give a user no more than the burst and the rate, whenever they are swept', () => {
    const step = fc.record({
      pause: fc.nat({ max: 500 }),
      tokens: fc.integer({ min: 1, max: 10 }),
      sweeps: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const buckets = alone();
        let now = 0;
        let taken = 0;
        for (const { pause, tokens, sweeps } of steps) {
          now += pause;
          if (sweeps) buckets.sweep(now);
          if (buckets.take(ALICE, tokens, now) === 0) taken += tokens;
        }
        expect(taken).toBeLessThanOrEqual(10 + now / 100 + 0.001);
      }),
    );
  });
});
