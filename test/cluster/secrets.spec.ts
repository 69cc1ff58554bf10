import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { createClient } from 'redis';

import { TraceCollector } from '../support/collector.js';
import { outcomeOf } from '../support/command.js';
import { eventually } from '../support/eventually.js';
import { expectHandshakeRefused, openClient } from '../support/handshake.js';
import { logIn, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { prepared } from '../support/run.js';
import { keepSecret, keepToken, secretsIn } from '../support/secrets.js';
import { Service } from '../support/service.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { CLOCK_SKEW_SECONDS, claimsOf, secondsFromNow, signed } from '../support/tokens.js';

/** Each is given to the deployment in its own way, and every output is searched for it. */
const SECRETS = {
  first: 'xyzzy-the-secret-that-signs',
  second: 'xyzzy-the-secret-that-signed-before',
  other: 'xyzzy-the-secret-of-a-forger-who-is-nobody',
  cluster: 'xyzzy-the-secret-of-the-cluster',
  database: 'xyzzy-database-password',
  redis: 'xyzzy-redis-password',
  keySet: 'xyzzy-key-of-the-key-set',
  wrong: 'xyzzy-wrong-password',
  given: 'xyzzy-given-password',
  imported: 'xyzzy-imported-password',
  carried: 'xyzzy-carried-by-an-error',
  collector: 'xyzzy-key-of-the-collector',
};
const REDIS_USER = 'parley_test_secrets';

let serviceData: ServiceData;
let cables: { readonly database: TcpProxy; readonly redis: TcpProxy };
let issuer: Server;
let collector: TraceCollector;
let env: Record<string, string>;
let parley: Service;
let alice: TestUser;
/** Answers over HTTP and over sockets. */
const answers: string[] = [];
/** Output of commands. */
const printed: string[] = [];

beforeAll(async () => {
  keepSecret(...Object.values(SECRETS));
  serviceData = await newServiceData();
  await asAdmin('SETUSER', REDIS_USER, 'on', `>${SECRETS.redis}`, '~*', '&*', '+@all');
  issuer = createServer((_request, response) => response.writeHead(500).end()).listen(0, '127.0.0.1');
  await once(issuer, 'listening');
  collector = await TraceCollector.listening();
  const database = await partitionable(serviceData.env.DATABASE_URL!, { password: SECRETS.database });
  const redis = await partitionable(prepared('redis').url, { username: REDIS_USER, password: SECRETS.redis });
  cables = { database: database.cable, redis: redis.cable };
  const crash = join(serviceData.folder, 'crash.mjs');
  const error = `Object.assign(new Error('a crash'), { parameters: ['${SECRETS.carried}'] })`;
  writeFileSync(crash, `process.on('SIGUSR2', () => { throw ${error}; });`);
  env = {
    JWT_SECRET: `${SECRETS.first},${SECRETS.second}`,
    CLUSTER_SECRET: SECRETS.cluster,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    JWT_USER_LOOKUP: 'id',
    JWT_JWKS_URL: `http://127.0.0.1:${String((issuer.address() as AddressInfo).port)}/keys?key=${SECRETS.keySet}`,
    LOG_LEVEL: 'debug',
    ...collector.env,
    OTEL_EXPORTER_OTLP_HEADERS: `x-key=${SECRETS.collector}`,
    SERVE_DOCS: 'true',
    NODE_OPTIONS: `--import=${crash}`,
  };
  parley = await Service.start(env, serviceData);
  ({ alice } = await users(parley, 'alice'));
});
afterAll(async () => {
  await parley.stop();
  await Promise.all([cables.database.close(), cables.redis.close()]);
  issuer.close();
  collector.close();
  await asAdmin('DELUSER', REDIS_USER);
  await serviceData.remove();
});

async function asAdmin(...words: string[]): Promise<void> {
  const client = await createClient({ url: prepared('redis').url }).connect();
  await client.sendCommand(['ACL', ...words]);
  client.destroy();
}

/** The address through a proxy. Credentials in the address are kept, and registered as secrets. */
async function partitionable(address: string, credentials: { username?: string; password: string }) {
  const url = new URL(address);
  const cable = await TcpProxy.to(url.hostname, Number(url.port || (url.protocol === 'redis:' ? 6379 : 5432)));
  url.host = `127.0.0.1:${String(cable.port)}`;
  if (url.password === '') Object.assign(url, credentials);
  return { cable, url: url.href };
}

async function request(path: string, body?: object): Promise<number> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(parley.url + path, body ? post : {});
  if (!response.ok || !body) answers.push(await response.text(), JSON.stringify([...response.headers]));
  return response.status;
}

const command = async (...words: string[]): Promise<void> => {
  const { stdout, stderr } = await outcomeOf({ ...serviceData, env: { ...serviceData.env, ...env } }, ...words);
  printed.push(stdout, stderr);
};

describe('a secret, a token and a password', () => {
  it('are used in valid and invalid log-ins and handshakes', async () => {
    const { username, tokens } = alice;
    await request('/api/token/', { username, password: SECRETS.wrong });
    await request('/api/token/', { username, password: [SECRETS.wrong] });
    const second = await logIn(parley, username);
    for (const path of ['refresh', 'refresh', 'verify', 'revoke']) {
      await request(`/api/token/${path}/`, { refresh: second.tokens.refresh, token: second.tokens.access });
    }
    const claims = claimsOf(tokens.access);
    const expired = await signed({ ...claims, exp: secondsFromNow(-CLOCK_SKEW_SECONDS) }, { secret: SECRETS.first });
    const older = await signed(claims, { secret: SECRETS.second });
    const forged = await signed(claims, { secret: SECRETS.other });
    const head = Buffer.from(JSON.stringify({ alg: 'RS256', kid: 'x' })).toString('base64url');
    const foreign = [head, ...tokens.access.split('.').slice(1)].join('.');
    for (const token of [tokens.access, tokens.refresh, expired, older, forged, foreign]) {
      keepToken(token);
      for (const handshake of [
        { token },
        { headers: { Authorization: `Bearer ${token}` } },
        { protocols: ['bearer', token] },
        { token, headers: { 'X-Request-Id': token, Cookie: `token=${token}`, traceparent: token } },
      ]) {
        const socket = await openClient(parley.url, handshake);
        await Promise.race([socket.closed(), socket.receive('chat.notifications')]);
        await socket.close();
      }
      await request('/api/token/verify/', { token });
      await request(`/docs/?token=${token}&password=${SECRETS.given}`);
      const headers = { 'X-Request-Id': token, Cookie: `token=${token}`, Authorization: `Bearer ${token}` };
      await (await fetch(`${parley.url}/api/token/nowhere?${token}`, { headers })).text();
      await request('/api/token/refresh/', { refresh: token });
      await expectHandshakeRefused(parley.url, { token, path: '/elsewhere/' });
      await expectHandshakeRefused(parley.url, {
        token,
        headers: { Origin: `https://${username}:${SECRETS.wrong}@evil.example` },
      });
    }
    expect(parley.output).toMatch(/The key set of JWT_JWKS_URL cannot be fetched/);
  });

  it('are used by commands', async () => {
    const file = join(serviceData.folder, 'users.csv');
    writeFileSync(file, `username,password,email\nxavier,${SECRETS.imported},no address\nyves,${SECRETS.imported}\n`);
    await command('users', 'create', 'walter', '--password', SECRETS.given);
    await command('users', 'create', 'walter', '--password', SECRETS.given);
    await command('users', 'create', 'no name', '--password', SECRETS.given, '--json');
    await command('users', 'set-password', 'walter', '--password', SECRETS.given);
    await command('users', 'set-password', 'nobody', '--password', SECRETS.given);
    await command('users', 'create', 'walter', 'too', 'much', '--password', SECRETS.given);
    await command('users', 'import', file);
    const others = ['users list', 'stats', 'sessions list', 'rooms list', 'migrate status', 'tokens revoke walter'];
    await Promise.all(others.map((words) => command(...words.split(' '), '--json')));
    expect(printed.join('')).toMatch(/walter/);
  });

  it('are used while a part of the deployment is unreachable', async () => {
    const phone = await alice.connect();
    const { data: room } = await phone.request('room.create', { type: 'GroupChat', name: 'x' });
    cables.redis.cut();
    await eventually(() => parley.output.includes('Redis is unreachable'));
    cables.database.cut();
    const refused = await phone.expectRefused('message.send', { room_id: room.id, content: 'x' });
    answers.push(JSON.stringify(refused));
    expect(refused.code).toBe(4006);
    await expect(request('/api/token/', { username: alice.username, password: SECRETS.wrong })).resolves.toBe(503);
    await expect(request('/api/token/verify/', { token: alice.tokens.access })).resolves.toBe(503);
    await expect(request('/health/ready')).resolves.toBe(503);
    await expect(expectHandshakeRefused(parley.url, { token: alice.tokens.access })).resolves.toMatchObject({
      status: 503,
    });
    await command('stats');
    expect(parley.output).toMatch(/ERROR: .*Fault [^]*ERROR: .*Http/);
    for (const cable of Object.values(cables)) cable.mend();
    await eventually(async () => (await request('/health/ready')) === 200);
  });

  it('are used in invalid settings', async () => {
    const wrong = {
      NODE_ENV: 'production',
      JWT_SECRET: `${SECRETS.first},,${SECRETS.second}`,
      ALLOWED_HOSTS: `https://${SECRETS.given}`,
      DATABASE_URL: `mysql://root:${SECRETS.database}@db/chat`,
      REDIS_URL: `http://:${SECRETS.redis}@redis`,
      JWT_JWKS_URL: `https://ada:${SECRETS.keySet}@id.example.com/keys`,
      JWT_PUBLIC_KEY: SECRETS.first,
      LOG_LEVEL: SECRETS.given,
      PORT: SECRETS.given,
    };
    const { output, code } = await Service.expectStartFailure(wrong, serviceData);
    const named = new Set([...output.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name));
    expect([code, [...named].sort()]).toEqual([
      1,
      Object.keys(wrong)
        .filter((name) => name !== 'NODE_ENV')
        .sort(),
    ]);
    printed.push(output);
    for (const other of [
      { DATABASE_URL: `postgres://ada:${SECRETS.database}@127.0.0.1:1/parley_test` },
      { DATABASE_URL: `postgres://ada:${SECRETS.database}%@127.0.0.1:1/parley_test` },
      { REDIS_URL: `redis://ada:${SECRETS.redis}@127.0.0.1:1` },
      { REDIS_URL: `redis://ada:${SECRETS.redis}%@127.0.0.1:1` },
      { REDIS_URL: prepared('redis').url.replace('//', `//nobody:${SECRETS.redis}@`) },
    ]) {
      const exit = await Service.expectStartFailure({ JWT_SECRET: SECRETS.first, ...other }, serviceData);
      expect([exit.code, exit.output !== '']).toEqual([1, true]);
      printed.push(exit.output);
    }
  });

  it('are not in metrics, health checks or documentation', async () => {
    for (const path of [
      '/metrics',
      '/health/live',
      '/health/ready',
      '/docs',
      '/docs/asyncapi.yaml',
      '/docs/openapi.yaml',
      '/',
    ]) {
      await request(path);
    }
    expect(answers.join('\n')).toMatch(/parley_handshakes_total[^]*asyncapi: /);
  });

  it('are in no output of any process, even when it crashes', async () => {
    const { output, code } = await parley.kill('SIGUSR2');
    expect([code, output]).toEqual([1, expect.stringMatching(/Error: a crash\n +at /)]);
    expect(secretsIn([output, ...answers, ...printed, collector.received].join('\n'))).toEqual([]);
    // The logs contain the lines that could have leaked them.
    for (const written of [/Answered a request .*"path":"\/docs\/"/, /Handled a frame/, /A connection has opened/]) {
      expect(output).toMatch(written);
    }
    expect(collector.received).toMatch(/POST \/api\/token[^]*message\.send/);
  });

  it('would be found by this spec', () => {
    for (const secret of [...Object.values(SECRETS), ...alice.tokens.access.split('.')]) {
      expect(secretsIn(`before ${secret} after`)).not.toEqual([]);
    }
    for (const text of ['$argon2id$v=19$x', 'postgres://ada:x@db', 'eyJhbGciOiJIUzI1NiJ9']) {
      expect(secretsIn(text)).not.toEqual([]);
    }
  });
});
