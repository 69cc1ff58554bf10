import fc from 'fast-check';

import { backoffDelay, DEFAULT_TIMING } from './options.js';

describe('backoffDelay', () => {
  it('grows up to the maximum, and is at least half of the delay without randomness', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.double({ min: 0, max: 1, noNaN: true }), (failures, chance) => {
        const longest = Math.min(
          DEFAULT_TIMING.maxReconnectDelay,
          DEFAULT_TIMING.minReconnectDelay * 2 ** Math.min(failures, 20),
        );
        const delay = backoffDelay(failures, DEFAULT_TIMING, () => chance);
        expect(delay).toBeGreaterThanOrEqual(longest / 2);
        expect(delay).toBeLessThanOrEqual(longest);
      }),
    );
  });
});
