import fc from 'fast-check';
import { TOTP } from 'otpauth';

import { addressOf, newSecret, stepOf } from './one-time-codes.js';

const secret = newSecret();
const codeAt = (seconds: number): string => new TOTP({ secret }).generate({ timestamp: seconds * 1_000 });
const moments = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 });

it('accepts the codes of the present step and of the steps beside it, and returns their step', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: -1, max: 1 }), (now, steps) => {
      expect(stepOf(codeAt(now + 30 * steps), secret, now)).toBe(Math.floor(now / 30) + steps);
    }),
  );
});

it('returns no step outside of the window for a code of an earlier or later step', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 2, max: 1_000 }), fc.boolean(), (now, steps, isLater) => {
      const code = codeAt(now + 30 * steps * (isLater ? 1 : -1));
      // Two steps may have the same six digits.
      const step = stepOf(code, secret, now);
      if (step !== undefined) expect(codeAt(step * 30)).toBe(code);
    }),
  );
});

it('the address that apps read has the secret, the name of the service and the username', () => {
  const { protocol, searchParams, pathname } = new URL(addressOf(secret, 'ada'));
  expect([protocol, decodeURIComponent(pathname)]).toEqual(['otpauth:', expect.stringContaining('Parley:ada')]);
  expect([searchParams.get('secret'), searchParams.get('issuer')]).toEqual([secret, 'Parley']);
});
