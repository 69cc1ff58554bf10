import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Logger } from '@nestjs/common';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';

import type { ForeignIssuer } from './foreign-issuer.settings.js';
import { ForeignTokens } from './foreign-tokens.js';
import { Unauthenticated } from './verified-token.js';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
const keys = {} as Record<(typeof ALGORITHMS)[number], KeyPair>;

beforeAll(async () => {
  Logger.overrideLogger(false);
  for (const algorithm of ALGORITHMS) keys[algorithm] = await generateKeyPair(algorithm, { extractable: true });
});

interface Token {
  readonly algorithm?: (typeof ALGORITHMS)[number];
  readonly kid?: string;
  readonly claims?: Record<string, unknown>;
  readonly lifetime?: string | undefined;
  readonly signer?: KeyPair;
}

function signed({ algorithm = 'ES256', kid, claims = { sub: '7' }, signer, ...rest }: Token): Promise<string> {
  const token = new SignJWT(claims).setProtectedHeader({ alg: algorithm, ...(kid !== undefined && { kid }) });
  const lifetime = 'lifetime' in rest ? rest.lifetime : '1m';
  if (lifetime !== undefined) token.setExpirationTime(lifetime);
  return token.setIssuedAt().sign((signer ?? keys[algorithm]).privateKey);
}

async function issuedBy(change: Partial<ForeignIssuer> = {}): Promise<ForeignTokens> {
  const pem = await exportSPKI(keys.ES256.publicKey);
  const foreign: ForeignIssuer = {
    key: { pem },
    issuer: undefined,
    audience: undefined,
    userClaim: 'sub',
    userLookup: 'id',
    ...change,
  };
  return new ForeignTokens({ foreign });
}

async function reasonOf(tokens: ForeignTokens, token: string): Promise<string> {
  const refused: unknown = await tokens.verify(token).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Unauthenticated);
  return (refused as Unauthenticated).reason;
}

describe('the log', () => {
  it.each<[Partial<ForeignIssuer>, Token & { readonly isForged?: boolean }, string]>([
    [{ issuer: 'https://shop.example' }, {}, 'missing required "iss" claim'],
    [
      { issuer: 'https://shop.example' },
      { claims: { sub: '7', iss: 'https://other.example' } },
      'unexpected "iss" claim value',
    ],
    [{ audience: 'chat' }, { claims: { sub: '7', aud: 'shop' } }, 'unexpected "aud" claim value'],
    [{}, { lifetime: undefined }, 'missing required "exp" claim'],
    [{}, { isForged: true }, 'signature verification failed'],
    [
      { userLookup: 'username' },
      { claims: { sub: 7 } },
      'the claim "sub" is no username as text (JWT_USER_LOOKUP=username)',
    ],
    [{}, { claims: { sub: 'ada' } }, 'the claim "sub" is no id of a user (JWT_USER_LOOKUP=id)'],
    [{}, { claims: { sub: '7', token_type: 'refresh' } }, 'the claim "token_type" is not "access"'],
  ])('says why a token is refused: %j %j', async (issuer, { isForged = false, ...token }, why) => {
    const warned = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const another = isForged ? { signer: await generateKeyPair('ES256', { extractable: true }) } : {};
    expect(await reasonOf(await issuedBy(issuer), await signed({ ...token, ...another }))).toBe('token_invalid');
    expect(warned.mock.calls.map(([line]) => String(line))).toEqual([`A token of the other issuer is refused: ${why}`]);
    warned.mockRestore();
  });

  it('has each reason once a minute', async () => {
    vi.useFakeTimers();
    const warned = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const tokens = await issuedBy();
    for (const why of ['one', 'two', 'one']) await tokens.refused(why);
    const lines = ['one', 'two'].map((why) => `A token of the other issuer is refused: ${why}`);
    expect(warned.mock.calls.map(([line]) => String(line))).toEqual(lines);
    vi.advanceTimersByTime(60_000);
    await tokens.refused('one');
    expect(warned).toHaveBeenCalledTimes(3);
    warned.mockRestore();
    vi.useRealTimers();
  });
});

describe('a token of another issuer', () => {
  it.each(ALGORITHMS)('is verified with the public key of the issuer, with %s', async (algorithm) => {
    const tokens = await issuedBy({ key: { pem: await exportSPKI(keys[algorithm].publicKey) } });
    expect(await tokens.verify(await signed({ algorithm }))).toMatchObject({ user: { id: 7 }, login: undefined });
  });

  it('is invalid if signed with another key, of the same or another algorithm', async () => {
    const tokens = await issuedBy();
    expect(await reasonOf(tokens, await signed({ signer: await generateKeyPair('ES256') }))).toBe('token_invalid');
    expect(await reasonOf(tokens, await signed({ algorithm: 'RS256' }))).toBe('token_invalid');
  });

  it('says when the user was authenticated, if that was not in the future', async () => {
    const tokens = await issuedBy();
    const now = Math.floor(Date.now() / 1_000);
    const times = [now - 10, now + 3_600, -1, 0, String(now), null, NaN];
    const found = await Promise.all(
      times.map(
        async (auth_time) => (await tokens.verify(await signed({ claims: { sub: '7', auth_time } }))).authenticatedAt,
      ),
    );
    expect(found).toEqual([new Date((now - 10) * 1_000), ...Array.from({ length: 6 }, () => undefined)]);
  });

  it('expires, and is invalid without an expiry', async () => {
    const tokens = await issuedBy();
    expect(await reasonOf(tokens, await signed({ lifetime: '-31s' }))).toBe('token_expired');
    expect(await reasonOf(tokens, await signed({ lifetime: undefined }))).toBe('token_invalid');
  });

  it('may come from a machine whose clock differs by up to 30 seconds', async () => {
    const tokens = await issuedBy();
    const now = 1_800_000_000;
    const timed = (times: object): Promise<string> =>
      new SignJWT({ sub: '7', exp: now + 60, ...times })
        .setProtectedHeader({ alg: 'ES256' })
        .sign(keys.ES256.privateKey);
    vi.useFakeTimers({
      now: now * 1_000,
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });
    try {
      for (const times of [{ exp: now - 29 }, { nbf: now + 30 }, { iat: now + 30 }]) {
        expect(await tokens.verify(await timed(times))).toMatchObject({ user: { id: 7 } });
      }
      expect(await reasonOf(tokens, await timed({ exp: now - 30 }))).toBe('token_expired');
      expect(await reasonOf(tokens, await timed({ nbf: now + 31 }))).toBe('token_invalid');
      expect(await reasonOf(tokens, await timed({ iat: now + 31 }))).toBe('token_invalid');
    } finally {
      vi.useRealTimers();
    }
  });

  it('may have an expiry that is later than the largest date', async () => {
    const token = await signed({ claims: { sub: '7', exp: 99_999_999_999_999 }, lifetime: undefined });
    expect((await (await issuedBy()).verify(token)).expiresAt.getTime()).toBeGreaterThan(Date.now());
  });

  it('must have the configured issuer and audience', async () => {
    const tokens = await issuedBy({ issuer: 'https://id.example.com', audience: 'parley' });
    const claims = { sub: '7', iss: 'https://id.example.com', aud: ['mail', 'parley'] };
    expect(await tokens.verify(await signed({ claims }))).toMatchObject({ user: { id: 7 } });
    for (const wrong of [
      { iss: 'https://evil.example.com' },
      { aud: 'mail' },
      { iss: undefined },
      { aud: undefined },
    ]) {
      expect(await reasonOf(tokens, await signed({ claims: { ...claims, ...wrong } }))).toBe('token_invalid');
    }
  });

  it('must be an access token if it has a type', async () => {
    const tokens = await issuedBy();
    expect(await tokens.verify(await signed({ claims: { sub: '7', token_type: 'access' } }))).toBeDefined();
    expect(await reasonOf(tokens, await signed({ claims: { sub: '7', token_type: 'refresh' } }))).toBe('token_invalid');
  });

  it('identifies its user by id, as number or text, in the configured claim', async () => {
    const tokens = await issuedBy({ userClaim: 'uid' });
    expect(await tokens.verify(await signed({ claims: { uid: 8 } }))).toMatchObject({ user: { id: 8 } });
    expect(await tokens.verify(await signed({ claims: { uid: '8' } }))).toMatchObject({ user: { id: 8 } });
    for (const uid of [undefined, null, '', 'alice', '8.5', '-1', 0, 1e12, ['8'], {}]) {
      expect(await reasonOf(tokens, await signed({ claims: { sub: '7', uid } }))).toBe('token_invalid');
    }
  });

  it('identifies its user by username, independent of case', async () => {
    const tokens = await issuedBy({ userClaim: 'preferred_username', userLookup: 'username' });
    const named = (preferred_username: unknown): Promise<string> => signed({ claims: { preferred_username } });
    expect(await tokens.verify(await named('Alice'))).toMatchObject({ user: { usernameKey: 'alice' } });
    for (const wrong of [undefined, 7, '', 'no\u0000body', 'a b']) {
      expect(await reasonOf(tokens, await named(wrong))).toBe('token_invalid');
    }
  });

  it('is invalid if no other issuer is configured', async () => {
    const tokens = new ForeignTokens({ foreign: undefined });
    expect(await reasonOf(tokens, await signed({}))).toBe('token_invalid');
  });
});

describe('a token of an issuer with a key set', () => {
  let server: Server;
  let jwksUrl: string;

  beforeAll(async () => {
    const published = await Promise.all(
      ALGORITHMS.map(async (alg) => ({ ...(await exportJWK(keys[alg].publicKey)), alg, kid: alg, use: 'sig' })),
    );
    server = createServer((request, response) => {
      if (request.url === '/keys')
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: published }));
      else response.writeHead(500).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    jwksUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/keys`;
  });

  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it.each(ALGORITHMS)('is verified with the key that it names, with %s', async (algorithm) => {
    const tokens = await issuedBy({ key: { jwksUrl } });
    expect(await tokens.verify(await signed({ algorithm, kid: algorithm }))).toMatchObject({ user: { id: 7 } });
  });

  it('is invalid if its key is not in the set', async () => {
    const tokens = await issuedBy({ key: { jwksUrl } });
    expect(await reasonOf(tokens, await signed({ kid: 'older' }))).toBe('token_invalid');
    expect(await reasonOf(tokens, await signed({ kid: 'RS256' }))).toBe('token_invalid');
    const forged = await signed({ kid: 'ES256', signer: await generateKeyPair('ES256') });
    expect(await reasonOf(tokens, forged)).toBe('token_invalid');
  });

  it.each(['500', 'connection refused'])('is invalid while the set cannot be fetched (%s)', async (fault) => {
    const away = fault === '500' ? jwksUrl.replace('keys', 'fault') : 'http://127.0.0.1:1/keys';
    const tokens = await issuedBy({ key: { jwksUrl: away } });
    expect(await reasonOf(tokens, await signed({ kid: 'ES256' }))).toBe('token_invalid');
  });
});
