import { claimsOf, endsSoon } from './claims.js';

const token = (claims: object): string => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.tail`;

it('reads what a token says, whatever is in it', () => {
  expect(claimsOf(token({ user_id: 7, name: '???>>>~' }))).toMatchObject({ user_id: 7 });
  for (const rubbish of ['', 'a.b.c', 'no token', token([])]) expect(claimsOf(rubbish).user_id).toBeUndefined();
});

it('knows which will end before anything can be done with it', () => {
  expect(endsSoon(token({ exp: 1_000 }), 900_000)).toBe(false);
  expect(endsSoon(token({ exp: 1_000 }), 980_000)).toBe(true);
  expect(endsSoon(token({}), 980_000)).toBe(false);
});
