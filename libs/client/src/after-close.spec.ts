import fc from 'fast-check';

import { afterClose } from './after-close.js';
import { TIMING } from './options.js';
import { pauseAfter } from './pause.js';

describe('after a line has ended', () => {
  it.each([1000, 1001, 1005, 1006, 1011, 1012, 1013, 4008])('by %d, the client comes back', (code) => {
    expect(afterClose(code, false)).toBe('come back');
  });

  it.each([1002, 1003, 1007, 1008, 1009, 4009, 4029])('by %d, it does not', (code) => {
    expect(afterClose(code, false)).toBe('stop');
  });

  it('by 4001, it comes back with another token, but not when a fresh one is refused', () => {
    expect(afterClose(4001, false)).toBe('come back with another token');
    expect(afterClose(4001, true)).toBe('stop');
  });
});

describe('the pause before coming back', () => {
  it('grows up to the longest, and is never less than half of what it may be', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.double({ min: 0, max: 1, noNaN: true }), (failures, chance) => {
        const most = Math.min(TIMING.longestPause, TIMING.shortestPause * 2 ** Math.min(failures, 20));
        const pause = pauseAfter(failures, TIMING, () => chance);
        expect(pause).toBeGreaterThanOrEqual(most / 2);
        expect(pause).toBeLessThanOrEqual(most);
      }),
    );
  });
});
