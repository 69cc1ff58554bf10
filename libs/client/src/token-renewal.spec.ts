import fc from 'fast-check';

import { readClaims, tokenExpiry, renewalDelay } from './token-renewal.js';

const token = (claims: object): string => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;

describe('token renewal', () => {
  it('reads the claims and the expiry of a JWT, and nothing of another token', () => {
    expect(readClaims(token({ user_id: 7, exp: 12, sub: '🦜>>>???' }))).toMatchObject({ user_id: 7, exp: 12 });
    expect(tokenExpiry(token({ exp: 12 }))).toBe(12_000);
    expect([tokenExpiry('opaque'), tokenExpiry('a.b.c'), tokenExpiry(token({}))]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('renews a minute before the expiry or earlier, and never after it', () => {
    expect(renewalDelay(3_600_000, 0)).toBe(3_540_000);
    expect(renewalDelay(10_000, 0)).toBe(8_000);
    expect([renewalDelay(5, 5), renewalDelay(5, 6)]).toEqual([undefined, undefined]);
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 10 ** 12 }), (left) => {
        const wait = renewalDelay(left, 0);
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThan(left);
      }),
    );
  });
});
