import { createHmac } from 'node:crypto';

import { JwtService } from '@nestjs/jwt';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';

import type { TokenSettings } from './token.settings.js';
import { OwnTokens, ownTokenOptions } from './own-tokens.js';
import { Unauthenticated } from './verified-token.js';

const NOW = 1_800_000_000;
const SECRET = 'a secret that only this deployment knows';
const FAMILY = '01890a5d-ac96-774b-bcce-b302099a8057';
const login = { type: 'access', family: FAMILY, jti: 'first' } as const;

const tokensOf = (...secrets: string[]): OwnTokens =>
  new OwnTokens(new JwtService(ownTokenOptions), {
    secrets,
    accessLifetime: 60,
    refreshLifetime: 600,
  } as Partial<TokenSettings> as TokenSettings);

const claims = { token_type: 'access', sub: '7', user_id: 7, jti: 'first', fam: FAMILY };

function signed(payload: object, algorithm = 'HS256', lifetime = '1m'): Promise<string> {
  const token = new SignJWT({ ...payload }).setProtectedHeader({ alg: algorithm }).setIssuedAt();
  return token.setExpirationTime(lifetime).sign(new TextEncoder().encode(SECRET));
}

async function reasonOf(token: string, tokens = tokensOf(SECRET)): Promise<string> {
  const refused: unknown = await tokens.verify(token).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Unauthenticated);
  return (refused as Unauthenticated).reason;
}

describe('an own token', () => {
  const tokens = tokensOf(SECRET);

  it('yields the user and the log-in for which it was signed', async () => {
    const verified = await tokens.verify(await tokens.sign(7, login));
    expect(verified).toMatchObject({ user: { id: 7 }, login });
    expect(verified.expiresAt.getTime() - verified.issuedAt.getTime()).toBe(60_000);
  });

  it('has exactly the claims of the contract', async () => {
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

  it('is the same token when it is signed again with the same expiry', async () => {
    vi.useFakeTimers({ now: NOW * 1_000 });
    const expiresAt = tokens.expiryOf('access');
    const first = await tokens.sign(7, login, expiresAt);
    vi.advanceTimersByTime(20_000);
    await expect(tokens.sign(7, login, expiresAt)).resolves.toBe(first);
    await expect(tokens.verify(first)).resolves.toMatchObject({ expiresAt });
    vi.useRealTimers();
  });

  describe('from a machine with another clock', () => {
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

    it('is valid until 30 seconds after its expiry', async () => {
      await expect(tokens.verify(await timed({ exp: NOW - 29 }))).resolves.toMatchObject({
        expiresAt: new Date((NOW - 29) * 1_000),
      });
      expect(await reasonOf(await timed({ exp: NOW - 30 }))).toBe('token_expired');
    });

    it.each(['nbf', 'iat'])('is valid from 30 seconds before its time (%s)', async (claim) => {
      await expect(tokens.verify(await timed({ [claim]: NOW + 30 }))).resolves.toBeDefined();
      expect(await reasonOf(await timed({ [claim]: NOW + 31 }))).toBe('token_invalid');
    });
  });

  it('is invalid with another algorithm, signed with the same secret or not signed', async () => {
    expect(await reasonOf(await signed(claims, 'HS512'))).toBe('token_invalid');
    const unsigned = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('1m').encode();
    expect(await reasonOf(unsigned)).toBe('token_invalid');
  });

  it('is invalid if signed with another secret or changed', async () => {
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
    ['a log-in that is not a UUID', { fam: 'x' }],
    ['no token id', { jti: undefined }],
    ['two different users', { sub: '8' }],
    ['a user id as text', { user_id: '7' }],
    ['a user id beyond the integer range of the database', { sub: '9007199254740991', user_id: 9007199254740991 }],
  ])('is invalid with %s', async (_, change) => {
    expect(await reasonOf(await signed({ ...claims, ...change }))).toBe('token_invalid');
  });

  it('is invalid if its header names a critical extension', async () => {
    const token = async (extension: object): Promise<string> => {
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
      const { iat, exp } = decodeJwt(await tokens.sign(7, login));
      const content = `${part({ alg: 'HS256', typ: 'JWT', ...extension })}.${part({ ...claims, iat, exp })}`;
      return `${content}.${createHmac('sha256', SECRET).update(content).digest('base64url')}`;
    };
    await expect(tokens.verify(await token({}))).resolves.toMatchObject({ user: { id: 7 } });
    await expect(reasonOf(await token({ crit: ['exp'], exp: 1 }))).resolves.toBe('token_invalid');
  });

  it('is invalid without an expiry', async () => {
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setIssuedAt();
    expect(await reasonOf(await token.sign(new TextEncoder().encode(SECRET)))).toBe('token_invalid');
  });

  it('is signed with the first secret, and verified with every secret of the list', async () => {
    const [before, during, after] = [tokensOf('old'), tokensOf('new', 'old'), tokensOf('new')];
    const old = await before.sign(7, login);
    await expect(during.verify(old)).resolves.toMatchObject({ user: { id: 7 } });
    expect(await reasonOf(old, after)).toBe('token_invalid');
    await expect(after.verify(await during.sign(7, login))).resolves.toMatchObject({ user: { id: 7 } });
  });

  it('is reported as expired whichever secret signed it', async () => {
    expect(await reasonOf(await signed(claims, 'HS256', '-31s'), tokensOf('new', SECRET))).toBe('token_expired');
  });

  it('is neither issued nor accepted without a secret', async () => {
    const without = tokensOf();
    expect(await reasonOf(await tokens.sign(7, login), without)).toBe('token_invalid');
    await expect(without.sign(7, login)).rejects.toThrow();
  });
});
