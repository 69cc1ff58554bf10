import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CannotStart } from './config.js';
import { envExample } from './env-example.js';
import { readConfig } from './read-config.js';
import { newVapidKeys } from './vapid-keys.js';

const SECRET = 's'.repeat(40);
const production = { NODE_ENV: 'production', JWT_SECRET: SECRET, ALLOWED_HOSTS: 'chat.example.com' };

function faultsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(CannotStart);
    return (error as Error).message;
  }
  throw new Error('nothing was wrong');
}

describe('the configuration', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has defaults for all variables in development', () => {
    const config = readConfig({ DATA_DIR: folder });
    expect(config.http).toEqual({
      host: '127.0.0.1',
      port: 3000,
      publicPath: '',
      metrics: undefined,
      trustedProxies: [],
      maxPipelinedRequests: 32,
      stalledAnswerSeconds: 30,
    });
    expect(config.database.url).toBeUndefined();
    expect(config.sockets.allowedHosts).toEqual(['localhost', '127.0.0.1', '[::1]']);
    expect(config.tokens).toMatchObject({ accessLifetime: 86_400, refreshLifetime: 2_592_000, endpoints: true });
  });

  it.each([
    ['docs', 'SERVE_DOCS'],
    ['webClient', 'WEB_CLIENT'],
    ['adminPage', 'ADMIN_PAGE'],
  ] as const)('has %s on outside production, and as %s says anywhere', (feature, name) => {
    const isOn = (environment: Record<string, string>): boolean =>
      readConfig({ DATA_DIR: folder, ...environment }).features[feature];
    expect([isOn({}), isOn({ [name]: 'off' }), isOn({ [name]: 'on' })]).toEqual([true, false, true]);
    expect([isOn(production), isOn({ ...production, [name]: 'on' })]).toEqual([false, true]);
  });

  it('closes sockets whose token expires, unless CLOSE_ON_TOKEN_EXPIRY=false', () => {
    const closes = (environment: Record<string, string>): boolean =>
      readConfig({ DATA_DIR: folder, ...environment }).sockets.closeOnTokenExpiry;
    expect([closes({}), closes({ CLOSE_ON_TOKEN_EXPIRY: 'false' })]).toEqual([true, false]);
  });

  it('has a listener of the metrics if METRICS_PORT is set, on the address of HOST or of METRICS_HOST', () => {
    const metricsOf = (environment: Record<string, string>): unknown =>
      readConfig({ DATA_DIR: folder, HOST: '10.0.0.1', ...environment }).http.metrics;
    expect(metricsOf({ METRICS_HOST: '::1' })).toBeUndefined();
    expect(metricsOf({ METRICS_PORT: '9464' })).toEqual({ host: '10.0.0.1', port: 9464 });
    expect(metricsOf({ METRICS_PORT: '9464', METRICS_HOST: '::1' })).toEqual({ host: '::1', port: 9464 });
    expect(() => metricsOf({ PORT: '9464', METRICS_PORT: '9464' })).toThrow('METRICS_PORT: must not be that of PORT');
  });

  it('has a bound of unsent bytes of a user that is never below the bound of one connection', () => {
    const boundOf = (environment: Record<string, string>): number =>
      readConfig({ DATA_DIR: folder, ...environment }).sockets.maxUnsentBytesPerUser;
    expect(boundOf({})).toBe(8_388_608);
    expect(boundOf({ MAX_UNSENT_BYTES_PER_USER: '2000000' })).toBe(2_000_000);
    expect(boundOf({ MAX_UNSENT_BYTES: '33554432' })).toBe(33_554_432);
  });

  it('has a bound of ids of one event whose messages fit in one answer', () => {
    const boundOf = (environment: Record<string, string>): number =>
      readConfig({ DATA_DIR: folder, ...environment }).limits.bulkIds;
    expect(boundOf({})).toBe(100);
    expect(boundOf({ MAX_BULK_IDS: '10000' })).toBe(255);
    expect(boundOf({ MAX_BULK_IDS: '10000', MAX_ANSWER_BYTES: '67108864' })).toBe(10_000);
    expect(boundOf({ MAX_ANSWER_BYTES: '65536' })).toBe(15);
  });

  it('stores a generated secret, readable only by its owner', () => {
    const made = readConfig({ DATA_DIR: folder }).tokens.secrets;
    expect(made).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect(readConfig({ DATA_DIR: folder }).tokens.secrets).toEqual(made);
    expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600);
  });

  it('signs packets between processes with the secret of tokens, or with one of its own', () => {
    const made = readConfig({ DATA_DIR: folder });
    expect(made.cluster).toEqual({ secrets: made.tokens.secrets });
    const [one, other] = ['c'.repeat(40), 'd'.repeat(40)];
    expect(readConfig(production).cluster.secrets).toEqual([SECRET]);
    expect(readConfig({ ...production, CLUSTER_SECRET: `${one},${other}` })).toMatchObject({
      cluster: { secrets: [one, other] },
      tokens: { secrets: [SECRET] },
    });
    const foreign = {
      NODE_ENV: 'production',
      ALLOWED_HOSTS: 'chat.example.com',
      TOKEN_ENDPOINTS: 'off',
      JWT_JWKS_URL: 'https://id.example.com/keys',
      JWT_ISSUER: 'id',
      JWT_AUDIENCE: 'parley',
      JWT_USER_LOOKUP: 'username',
    };
    expect(readConfig(foreign).cluster.secrets).toEqual([]);
    expect(faultsOf({ ...foreign, REDIS_URL: 'redis://redis' })).toBe(
      'The configuration has faults:\n  CLUSTER_SECRET: required in production with REDIS_URL, unless JWT_SECRET is set',
    );
    expect(faultsOf({ ...foreign, CLUSTER_SECRET: one, REDIS_URL: 'redis+sentinel://:hunter2@a,b' })).toBe(
      'The configuration has faults:\n  REDIS_URL: must end with the name under which the Sentinels know the master: ' +
        'redis+sentinel://a,b,c/mymaster',
    );
    expect(readConfig({ ...foreign, REDIS_URL: 'redis://redis', CLUSTER_SECRET: one }).cluster.secrets).toEqual([one]);
  });

  it('stores a generated pair of push keys, readable only by its owner', () => {
    const made = readConfig({ DATA_DIR: folder }).push.vapid;
    expect(made).toEqual({
      publicKey: expect.stringMatching(/^B[\w-]{86}$/) as string,
      privateKey: expect.stringMatching(/^[\w-]{43}$/) as string,
      subject: 'mailto:nobody@example.com',
    });
    expect(readConfig({ DATA_DIR: folder, VAPID_SUBJECT: 'https://example.com' }).push.vapid).toEqual({
      ...made,
      subject: 'https://example.com',
    });
    expect(statSync(join(folder, 'vapid-keys.json')).mode & 0o777).toBe(0o600);
  });

  it('generates no push keys in production, and accepts a complete pair', () => {
    expect(readConfig({ ...production, DATA_DIR: folder }).push.vapid).toBeUndefined();
    const [one, other] = [newVapidKeys(), newVapidKeys()];
    const given = { ...production, VAPID_PUBLIC_KEY: `${one.publicKey}=`, VAPID_PRIVATE_KEY: one.privateKey };
    const subject = 'mailto:operator@example.com';
    expect(readConfig({ ...given, VAPID_SUBJECT: subject }).push.vapid).toEqual({ ...one, subject });
    expect(faultsOf(given)).toContain('VAPID_SUBJECT: required');
    expect(faultsOf({ ...given, VAPID_PRIVATE_KEY: '' })).toContain('give both, or neither');
    expect(faultsOf({ ...given, VAPID_PRIVATE_KEY: other.privateKey })).toContain('must be of the same pair');
    expect(faultsOf({ ...given, VAPID_PRIVATE_KEY: one.publicKey })).toContain('VAPID_PRIVATE_KEY: must be 32 bytes');
    expect(faultsOf({ ...given, VAPID_SUBJECT: 'operator@example.com' })).toContain('VAPID_SUBJECT: must be mailto:');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reports all invalid variables together, without their values', () => {
    const faults = faultsOf({
      ...production,
      JWT_SECRET: '',
      ALLOWED_HOSTS: 'https://hunter2.example/path',
      PORT: 'hunter2',
      DATABASE_URL: 'mysql://root:hunter2@db/chat',
      NODE_ENV: 'production',
      ACCESS_TOKEN_LIFETIME: 'hunter2',
      LOG_LEVEL: 'hunter2',
      REQUIRE_ORIGIN: 'hunter2',
      JWT_PUBLIC_KEY: 'hunter2',
    });
    for (const name of [
      'JWT_SECRET',
      'ALLOWED_HOSTS',
      'PORT',
      'DATABASE_URL',
      'ACCESS_TOKEN_LIFETIME',
      'LOG_LEVEL',
      'REQUIRE_ORIGIN',
      'JWT_PUBLIC_KEY',
    ]) {
      expect(faults).toContain(`${name}: `);
    }
    expect(faults).not.toContain('hunter2');
  });

  it.each(['JWT_SECRET', 'CLUSTER_SECRET'])('refuses a short %s in production, also beside a long one', (name) => {
    const fault = `The configuration has faults:\n  ${name}: must have 32 bytes or more, from openssl rand -base64 32`;
    expect(faultsOf({ ...production, [name]: 'hunter2' })).toBe(fault);
    expect(faultsOf({ ...production, [name]: `${SECRET},hunter2` })).toBe(fault);
    expect(readConfig({ ...production, [name]: 's'.repeat(32) }).production).toBe(true);
    expect(readConfig({ DATA_DIR: folder, JWT_SECRET: 'short' }).tokens.secrets).toEqual(['short']);
  });

  it('encrypts second factors with a secret of their own, whose old values may be short', () => {
    expect(readConfig(production).tokens.secondFactorSecrets).toEqual([SECRET]);
    const own = 'f'.repeat(32);
    const { tokens } = readConfig({ ...production, TOTP_SECRET: `${own},short` });
    expect(tokens.secondFactorSecrets).toEqual([own, 'short', SECRET]);
    expect(faultsOf({ ...production, TOTP_SECRET: `short,${own}` })).toContain(
      'TOTP_SECRET: must have 32 bytes or more',
    );
  });

  it('accepts hosts with any letters, as browsers send them', () => {
    const { allowedHosts } = readConfig({ ...production, ALLOWED_HOSTS: 'Chät.example.com:8443,.мир.example' }).sockets;
    expect(allowedHosts).toEqual(['xn--cht-rla.example.com:8443', '.xn--h1ahn.example']);
    expect(faultsOf({ ...production, ALLOWED_HOSTS: 'ä ö.example.com' })).toContain('ALLOWED_HOSTS: must be hosts');
  });

  it.each([
    ['https://example.com/chat', '/chat'],
    ['https://example.com/a/b/', '/a/b'],
    ['https://chat.example.com', ''],
  ])('serves %s below its path', (PUBLIC_URL, path) => {
    expect(readConfig({ ...production, PUBLIC_URL }).http.publicPath).toBe(path);
  });

  it.each(['/chat', 'ftp://example.com/chat', 'https://example.com/?a', 'https://example.com/a b'])(
    'refuses %s as its address',
    (PUBLIC_URL) => expect(faultsOf({ ...production, PUBLIC_URL })).toContain('PUBLIC_URL: must be an address'),
  );

  it('requires allowed hosts and a secret in production', () => {
    const faults = faultsOf({ NODE_ENV: 'production' });
    expect(faults).toContain('ALLOWED_HOSTS');
    expect(faults).toContain('JWT_SECRET');
    expect(readConfig(production).tokens.secrets).toEqual([SECRET]);
  });

  it('accepts several secrets in order, and refuses an empty one', () => {
    expect(
      readConfig({ ...production, JWT_SECRET: 'a new secret that is long enough, an old secret that is long enough' })
        .tokens.secrets,
    ).toEqual(['a new secret that is long enough', 'an old secret that is long enough']);
    for (const list of [',', 'hunter2,', 'hunter2,,hunter3']) {
      const faults = faultsOf({ ...production, JWT_SECRET: list });
      expect(faults).toContain('JWT_SECRET: ');
      expect(faults).not.toContain('hunter');
    }
  });

  it('refuses the URL of a key set with a user or a password', () => {
    for (const who of ['ada:hunter2', 'hunter2', ':hunter2']) {
      const faults = faultsOf({ ...production, JWT_JWKS_URL: `https://${who}@id.example.com/jwks` });
      expect(faults).toContain('JWT_JWKS_URL: must not contain');
      expect(faults).not.toContain('hunter2');
    }
  });

  it('logs as JSON in production and pretty otherwise, unless configured', () => {
    expect(readConfig({ DATA_DIR: folder }).log).toEqual({ level: 'log', format: 'pretty' });
    expect(readConfig({ ...production, LOG_LEVEL: 'debug' }).log).toEqual({ level: 'debug', format: 'json' });
    expect(readConfig({ ...production, LOG_FORMAT: 'pretty' }).log.format).toBe('pretty');
    expect(faultsOf({ ...production, LOG_FORMAT: 'hunter2' })).toContain('LOG_FORMAT: must be one of: json, pretty');
  });

  it('enables tracing with the URL of a collector, which must not contain a password', () => {
    expect(readConfig({ ...production, OTEL_SERVICE_NAME: 'x' }).tracing).toBeUndefined();
    const traced = { ...production, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    const endpoint = traced.OTEL_EXPORTER_OTLP_ENDPOINT;
    expect(readConfig(traced).tracing).toEqual({ endpoint, serviceName: 'parley', share: 1 });
    expect(readConfig({ ...traced, OTEL_TRACES_SAMPLER_ARG: '0.01' }).tracing?.share).toBe(0.01);
    for (const wrong of ['-1', '1.5', '1e-3', 'half', '.5']) {
      expect(faultsOf({ ...traced, OTEL_TRACES_SAMPLER_ARG: wrong })).toContain('OTEL_TRACES_SAMPLER_ARG: must be');
    }
    for (const wrong of ['collector:4318', 'http://ada:hunter2@collector', 'ftp://collector']) {
      const faults = faultsOf({ ...production, OTEL_EXPORTER_OTLP_ENDPOINT: wrong });
      expect(faults).toContain('OTEL_EXPORTER_OTLP_ENDPOINT: must');
      expect(faults).not.toContain('hunter2');
    }
  });

  it('accepts proxies by address, network and name', () => {
    const proxies = 'loopback, 10.0.0.0/8,2001:db8::1';
    expect(readConfig({ ...production, TRUST_PROXY: proxies }).http.trustedProxies).toEqual([
      'loopback',
      '10.0.0.0/8',
      '2001:db8::1',
    ]);
    for (const wrong of ['hunter2', '10.0.0.0/33', '10.0.0.1,', 'true', '1']) {
      expect(faultsOf({ ...production, TRUST_PROXY: wrong })).toContain('TRUST_PROXY: ');
    }
  });

  it.each(['messaging', '/', '//', '/messaging//', '/a b/', '/messaging?x', '/messaging/#', '/a%2Fb'])(
    'refuses the WebSocket path %j',
    (path) => expect(faultsOf({ ...production, WEBSOCKET_PATH: path })).toContain('WEBSOCKET_PATH: '),
  );

  it.each([undefined, '/messaging', '/messaging/'])('removes the trailing slash of the WebSocket path: %s', (path) => {
    expect(readConfig({ ...production, WEBSOCKET_PATH: path }).sockets.path).toBe('/messaging');
  });

  it('accepts an empty list of allowed hosts', () => {
    expect(readConfig({ ...production, ALLOWED_HOSTS: '' }).sockets.allowedHosts).toEqual([]);
    expect(readConfig({ DATA_DIR: folder, ALLOWED_HOSTS: '' }).sockets.allowedHosts).toEqual([]);
  });

  it('requires no secret if only another issuer creates tokens', () => {
    const elsewhere = {
      JWT_JWKS_URL: 'https://id.example.com/keys',
      TOKEN_ENDPOINTS: 'off',
      JWT_ISSUER: 'https://id.example.com',
      JWT_AUDIENCE: 'chat',
      JWT_USER_LOOKUP: 'id',
    };
    const config = readConfig({ NODE_ENV: 'production', ALLOWED_HOSTS: '*', ...elsewhere });
    expect(config.tokens).toMatchObject({ secrets: [], foreign: { key: { jwksUrl: elsewhere.JWT_JWKS_URL } } });
    const faults = faultsOf({ ...production, JWT_JWKS_URL: elsewhere.JWT_JWKS_URL });
    for (const name of ['JWT_ISSUER', 'JWT_AUDIENCE'])
      expect(faults).toContain(`${name}: required in production with another issuer`);
    const here = { JWT_JWKS_URL: elsewhere.JWT_JWKS_URL, DATA_DIR: folder };
    expect(readConfig({ ...here, JWT_USER_LOOKUP: 'id' }).tokens.foreign).toMatchObject({ userLookup: 'id' });
    // The number of a user elsewhere is the number of another user here.
    expect(faultsOf(here)).toContain('JWT_USER_LOOKUP: say with another issuer');
  });

  it.each([
    ['900', 900],
    ['45s', 45],
    ['15m', 900],
    ['24h', 86_400],
    ['7d', 604_800],
  ])('reads the lifetime %s', (text, seconds) => {
    expect(readConfig({ ...production, ACCESS_TOKEN_LIFETIME: text }).tokens.accessLifetime).toBe(seconds);
  });

  it('is described by .env.example', () => expect(readFileSync('.env.example', 'utf8')).toBe(envExample()));
});
