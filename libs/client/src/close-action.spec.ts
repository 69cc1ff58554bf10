import fc from 'fast-check';

import { backoffDelay } from './backoff.js';
import { closeAction } from './close-action.js';
import { DEFAULT_TIMING } from './options.js';

describe('closeAction', () => {
  it.each([1000, 1001, 1005, 1006, 1011, 1012, 1013, 4008])('reconnects after close code %d', (code) => {
    expect(closeAction(code, false)).toBe('reconnect');
  });

  it.each([1002, 1003, 1007, 1008, 1009, 4009, 4029])('stops after close code %d', (code) => {
    expect(closeAction(code, false)).toBe('stop');
  });

  it('requests another token after 4001, and stops when that one is rejected too', () => {
    expect(closeAction(4001, false)).toBe('reconnect with another token');
    expect(closeAction(4001, true)).toBe('stop');
  });
});

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
