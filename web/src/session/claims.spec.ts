import { expiresSoon, readClaims } from './claims.js';

const token = (claims: object): string => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.tail`;

it('reads the claims of a JWT, and nothing of another text', () => {
  expect(readClaims(token({ user_id: 7, name: '???>>>~' }))).toMatchObject({ user_id: 7 });
  for (const invalid of ['', 'a.b.c', 'no token', token([])]) expect(readClaims(invalid).user_id).toBeUndefined();
});

it('a token expires soon within 30 seconds of its expiry', () => {
  expect(expiresSoon(token({ exp: 1_000 }), 900_000)).toBe(false);
  expect(expiresSoon(token({ exp: 1_000 }), 980_000)).toBe(true);
  expect(expiresSoon(token({}), 980_000)).toBe(false);
});
