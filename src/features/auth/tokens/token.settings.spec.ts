import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { faultsOf } from '../../../platform/config/faults.fake.js';
import { readConfig } from '../../../platform/config/read-config.js';
import { tokenPart, TokenSettings } from './token.settings.js';

const SECRET = 's'.repeat(40);
const production = { NODE_ENV: 'production', JWT_SECRET: SECRET };

const tokensOf = (environment: Record<string, string>): TokenSettings =>
  readConfig([tokenPart], environment).of(TokenSettings);

describe('the configuration of tokens', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has defaults for all variables in development', () => {
    expect(tokensOf({ DATA_DIR: folder })).toMatchObject({
      accessLifetime: 86_400,
      refreshLifetime: 2_592_000,
      endpoints: true,
    });
  });

  it('closes sockets whose token expires, unless CLOSE_ON_TOKEN_EXPIRY=false', () => {
    const closes = (environment: Record<string, string>): boolean =>
      tokensOf({ DATA_DIR: folder, ...environment }).closeOnTokenExpiry;
    expect([closes({}), closes({ CLOSE_ON_TOKEN_EXPIRY: 'false' })]).toEqual([true, false]);
  });

  it('stores a generated secret, readable only by its owner', () => {
    const made = tokensOf({ DATA_DIR: folder }).secrets;
    expect(made).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect(tokensOf({ DATA_DIR: folder }).secrets).toEqual(made);
    expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600);
  });

  it('accepts several secrets in order, and refuses an empty one', () => {
    expect(
      tokensOf({ ...production, JWT_SECRET: 'a new secret that is long enough, an old secret that is long enough' })
        .secrets,
    ).toEqual(['a new secret that is long enough', 'an old secret that is long enough']);
    for (const list of [',', 'hunter2,', 'hunter2,,hunter3']) {
      const faults = faultsOf([tokenPart], { ...production, JWT_SECRET: list });
      expect(faults).toContain('JWT_SECRET: ');
      expect(faults).not.toContain('hunter');
    }
  });

  it('refuses a short secret in production, also beside a long one', () => {
    const fault = `The configuration has faults:\n  JWT_SECRET: must have 32 bytes or more, from openssl rand -base64 32`;
    expect(faultsOf([tokenPart], { ...production, JWT_SECRET: 'hunter2' })).toBe(fault);
    expect(faultsOf([tokenPart], { ...production, JWT_SECRET: `${SECRET},hunter2` })).toBe(fault);
    expect(tokensOf({ ...production, JWT_SECRET: 's'.repeat(32) }).secrets).toHaveLength(1);
    expect(tokensOf({ DATA_DIR: folder, JWT_SECRET: 'short' }).secrets).toEqual(['short']);
  });

  it('requires a secret in production, unless only another issuer creates tokens', () => {
    const fault = 'JWT_SECRET: required in production';
    const key = { JWT_JWKS_URL: 'https://id.example.com/keys' };
    expect(faultsOf([tokenPart], { NODE_ENV: 'production' })).toContain(fault);
    expect(faultsOf([tokenPart], { NODE_ENV: 'production', ...key })).toContain(fault);
    expect(tokensOf({ NODE_ENV: 'production', ...key, TOKEN_ENDPOINTS: 'off' }).secrets).toEqual([]);
    expect(tokensOf(production).secrets).toEqual([SECRET]);
  });

  it.each([
    ['900', 900],
    ['45s', 45],
    ['15m', 900],
    ['24h', 86_400],
    ['7d', 604_800],
  ])('reads the lifetime %s', (text, seconds) => {
    expect(tokensOf({ ...production, ACCESS_TOKEN_LIFETIME: text }).accessLifetime).toBe(seconds);
  });
});
