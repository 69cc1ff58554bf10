import fc from 'fast-check';

import { claimsOf, endOf, renewalIn } from './token-renewal.js';

const token = (claims: object): string => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;

describe('a token', () => {
  it('tells of itself what it will', () => {
    expect(claimsOf(token({ user_id: 7, exp: 12, sub: '🦜>>>???' }))).toMatchObject({ user_id: 7, exp: 12 });
    expect(endOf(token({ exp: 12 }))).toBe(12_000);
    expect([endOf('opaque'), endOf('a.b.c'), endOf(token({}))]).toEqual([undefined, undefined, undefined]);
  });

  it('is renewed before it ends, with a minute to spare where it lasts that long, and not once it has ended', () => {
    expect(renewalIn(3_600_000, 0)).toBe(3_540_000);
    expect(renewalIn(10_000, 0)).toBe(8_000);
    expect([renewalIn(5, 5), renewalIn(5, 6)]).toEqual([undefined, undefined]);
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 10 ** 12 }), (left) => {
        const wait = renewalIn(left, 0);
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThan(left);
      }),
    );
  });
});
