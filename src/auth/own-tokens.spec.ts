import { SignJWT, UnsecuredJWT } from 'jose';

import type { Config } from '../config/index.js';
import { OwnTokens } from './own-tokens.js';
import { Unauthenticated } from './unauthenticated.js';

const NOW = 1_800_000_000;
const SECRET = 'a secret that only this deployment knows';
const FAMILY = '01890a5d-ac96-774b-bcce-b302099a8057';
const login = { type: 'access', family: FAMILY, jti: 'first' } as const;

const tokensOf = (...secrets: string[]): OwnTokens =>
  new OwnTokens({ tokens: { secrets, accessLifetime: 60, refreshLifetime: 600 } } as unknown as Config);

const claims = { token_type: 'access', sub: '7', user_id: 7, jti: 'first', fam: FAMILY };

function signed(payload: object, algorithm = 'HS256', lifetime = '1m'): Promise<string> {
  const token = new SignJWT({ ...payload }).setProtectedHeader({ alg: algorithm }).setIssuedAt();
  return token.setExpirationTime(lifetime).sign(new TextEncoder().encode(SECRET));
}

async function reasonOf(token: string, tokens = tokensOf(SECRET)): Promise<string> {
  const refused: unknown = await tokens.prove(token).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Unauthenticated);
  return (refused as Unauthenticated).reason;
}

describe('a token of our own', () => {
  const tokens = tokensOf(SECRET);

  it('proves what it was signed for', async () => {
    const proven = await tokens.prove(await tokens.sign(7, login));
    expect(proven).toMatchObject({ user: { id: 7 }, login });
    expect(proven.expiresAt.getTime() - proven.issuedAt.getTime()).toBe(60_000);
  });

  it('says what the contract says', async () => {
    const [, payload = ''] = (await tokens.sign(7, { ...login, type: 'refresh' })).split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
      token_type: 'refresh',
      sub: '7',
      user_id: 7,
      jti: 'first',
      fam: FAMILY,
      iat: expect.any(Number) as number,
      exp: expect.any(Number) as number,
    });
  });

  describe('from a machine whose clock is off', () => {
    beforeEach(() => {
      vi.useFakeTimers({ now: NOW * 1_000 });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    const timed = (times: object): Promise<string> =>
      new SignJWT({ ...claims, iat: NOW, exp: NOW + 60, ...times })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(SECRET));

    it('is good until half a minute after its expiry', async () => {
      await expect(tokens.prove(await timed({ exp: NOW - 29 }))).resolves.toMatchObject({
        expiresAt: new Date((NOW - 29) * 1_000),
      });
      expect(await reasonOf(await timed({ exp: NOW - 30 }))).toBe('token_expired');
    });

    it.each(['nbf', 'iat'])('is good from half a minute before its time (%s)', async (claim) => {
      await expect(tokens.prove(await timed({ [claim]: NOW + 30 }))).resolves.toBeDefined();
      expect(await reasonOf(await timed({ [claim]: NOW + 31 }))).toBe('token_invalid');
    });
  });

  it('is not good under another algorithm, with the same secret or without a signature', async () => {
    expect(await reasonOf(await signed(claims, 'HS512'))).toBe('token_invalid');
    const unsigned = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('1m').encode();
    expect(await reasonOf(unsigned)).toBe('token_invalid');
  });

  it('is not good by another secret, or changed', async () => {
    const token = await tokensOf('another secret').sign(7, login);
    expect(await reasonOf(token)).toBe('token_invalid');
    const [header = '', , signature = ''] = (await tokens.sign(7, login)).split('.');
    const payload = Buffer.from(JSON.stringify({ ...claims, sub: '1', user_id: 1, exp: 4e9 })).toString('base64url');
    expect(await reasonOf(`${header}.${payload}.${signature}`)).toBe('token_invalid');
  });

  it.each([
    ['another type', { token_type: 'sliding' }],
    ['no type', { token_type: undefined }],
    ['no log-in', { fam: undefined }],
    ['a log-in that is no id', { fam: 'x' }],
    ['no id', { jti: undefined }],
    ['two users', { sub: '8' }],
    ['a user id as text', { user_id: '7' }],
    ['a user id that no table could hold', { sub: '9007199254740991', user_id: 9007199254740991 }],
  ])('is not good with %s', async (_, change) => {
    expect(await reasonOf(await signed({ ...claims, ...change }))).toBe('token_invalid');
  });

  it('is not good without an expiry', async () => {
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setIssuedAt();
    expect(await reasonOf(await token.sign(new TextEncoder().encode(SECRET)))).toBe('token_invalid');
  });

  it('outlives its secret where that is still on the list, and is signed by the first', async () => {
    const [before, during, after] = [tokensOf('old'), tokensOf('new', 'old'), tokensOf('new')];
    const old = await before.sign(7, login);
    await expect(during.prove(old)).resolves.toMatchObject({ user: { id: 7 } });
    expect(await reasonOf(old, after)).toBe('token_invalid');
    await expect(after.prove(await during.sign(7, login))).resolves.toMatchObject({ user: { id: 7 } });
  });

  it('expires by whichever secret it was signed', async () => {
    expect(await reasonOf(await signed(claims, 'HS256', '-31s'), tokensOf('new', SECRET))).toBe('token_expired');
  });

  it('is neither made nor accepted where there is no secret', async () => {
    const without = tokensOf();
    expect(await reasonOf(await tokens.sign(7, login), without)).toBe('token_invalid');
    await expect(without.sign(7, login)).rejects.toThrow();
  });
});
