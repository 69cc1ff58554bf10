import { isShortNumber } from './json-number.js';

describe('isShortNumber', () => {
  it.each([0, -1.5, 1e20, -1e19, 9_007_199_254_740_991, 0.1 + 0.2, 1e-7, 1e-19, -1e-18, 1.5e-18])(
    'accepts a number that takes at most 21 characters in full: %s',
    (value) => expect(isShortNumber(value)).toBe(true),
  );

  it.each([1e21, -1e20, 1e308, -1e308, 1e-20, -1e-19, 1.5e-19, 5e-324, Infinity, -Infinity, NaN])(
    'rejects a number that is longer in full, or not finite: %s',
    (value) => expect(isShortNumber(value)).toBe(false),
  );
});
