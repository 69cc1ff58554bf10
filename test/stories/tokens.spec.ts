import { createPrivateKey, generateKeyPairSync } from 'node:crypto';

import { SignJWT } from 'jose';
import type { Client } from 'pg';
import request from 'supertest';

import { connected } from '../support/database.js';
import { openClient } from '../support/handshake.js';
import { logIn, users } from '../support/people.js';
import { Service } from '../support/service.js';
import { waitForOpenSessions } from '../support/sessions.js';
import { sharedService } from '../support/shared-services.js';
import { claimsOf, revoked } from '../support/tokens.js';

const password = 'correct horse battery staple';

interface Pair {
  readonly access: string;
  readonly refresh: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const codeOf = ({ body }: Answer): string => (body as { code: string }).code;

describe('tokens over HTTP', () => {
  let service: Service;
  let database: Client;

  beforeAll(async () => {
    service = await sharedService();
    database = await connected(service.serviceData);
  });
  afterAll(() => database.end());

  const post = (path: string, body: object | string): request.Test =>
    request(service.url).post(path).set('content-type', 'application/json').send(body);

  const refresh = async (token: string): Promise<Pair> => {
    const { status, body } = (await post('/api/token/refresh/', { refresh: token })) as Answer;
    expect(status).toBe(200);
    return body as Pair;
  };

  const isRefused = async (path: string, body: object): Promise<void> => {
    const answer = await post(path, body);
    expect([answer.status, answer.body]).toEqual([
      401,
      { detail: 'Token is invalid or expired', code: 'token_not_valid' },
    ]);
  };

  it.each(['/api/token/', '/api/token'])('are issued for a username and its password at %s', async (path) => {
    const { status, body, headers } = (await post(path, { username: 'Alice30', password })) as Answer;
    expect(status).toBe(200);
    expect(body).toEqual({ access: expect.any(String) as string, refresh: expect.any(String) as string });
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('are issued to no other, without revealing which users exist', async () => {
    const wrong = await post('/api/token/', { username: 'alice30', password: 'wrong' });
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { detail: 'No active account found with the given credentials', code: 'no_active_account' },
    ]);
    for (const username of ['nobody', 'deleted-1', 'no\u0000body', '\uD800', "' OR 1=1 --"]) {
      const answer = await post('/api/token/', { username, password });
      expect([answer.status, answer.body]).toEqual([wrong.status, wrong.body]);
    }
  });

  it.each([
    [{}, { username: ['This field is required.'], password: ['This field is required.'] }],
    [
      { username: '', password: null },
      { username: ['This field may not be blank.'], password: ['This field may not be null.'] },
    ],
    [
      { username: 7, password: ['x'] },
      { username: ['Not a valid string.'], password: ['Not a valid string.'] },
    ],
    [
      { username: 'a'.repeat(151), password: 'x' },
      { username: ['Ensure this field has no more than 150 characters.'] },
    ],
    [
      { username: 'a', password: 'x'.repeat(4_097) },
      { password: ['Ensure this field has no more than 4096 characters.'] },
    ],
  ])('require username and password as texts (%#)', async (body, faults) => {
    const answer = await post('/api/token/', body);
    expect([answer.status, answer.body]).toEqual([400, faults]);
  });

  it('are not issued for credentials in the query', async () => {
    const answer = await post(`/api/token/?username=alice30&password=${encodeURIComponent(password)}`, {});
    expect(answer.status).toBe(400);
  });

  it.each(['{', 'null', '"text"', '[]', '{"username":"alice30",}'])('are not issued for the body %s', async (text) => {
    const answer = await post('/api/token/', text);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'parse_error']);
  });

  it('require a JSON body below the size limit', async () => {
    const form = await request(service.url).post('/api/token/').type('form').send({ username: 'alice30', password });
    expect([form.status, codeOf(form)]).toEqual([415, 'unsupported_media_type']);
    const nothing = await request(service.url).post('/api/token/refresh');
    expect([nothing.status, codeOf(nothing)]).toEqual([415, 'unsupported_media_type']);
    const long = await post('/api/token/', { username: 'alice30', password, more: 'x'.repeat(16_384) });
    expect([long.status, codeOf(long)]).toEqual([413, 'request_too_large']);
  });

  it('are not found at other paths, or with other methods', async () => {
    const elsewhere = await post('/api/tokens/', {});
    expect([elsewhere.status, elsewhere.body]).toEqual([404, { detail: 'Not found.', code: 'not_found' }]);
    const read = await request(service.url).get('/api/token/');
    expect([read.status, read.headers.allow]).toEqual([405, 'POST']);
    expect(codeOf(read)).toBe('method_not_allowed');
  });

  it('are exchanged for the next pair', async () => {
    const { alice } = await users(service, 'alice');
    const next = await refresh(alice.tokens.refresh);
    await post('/api/token/verify/', { token: next.access }).expect(200, {});
    await refresh(next.refresh);
  });

  it('are exchanged for the same refresh token again by a client that lost the answer', async () => {
    const { alice } = await users(service, 'alice');
    const phone = await alice.connect();
    const next = await refresh(alice.tokens.refresh);
    const again = await refresh(alice.tokens.refresh);
    expect(again.refresh).toBe(next.refresh);
    for (const { access } of [next, again]) await post('/api/token/verify/', { token: access }).expect(200);
    await refresh(again.refresh);
    expect(phone.isOpen).toBe(true);
    await phone.close();
  });

  it('are revoked with their log-in when one is exchanged again after its successor', async () => {
    const { bob } = await users(service, 'bob');
    const elsewhere = await logIn(service, bob.username);
    const phone = await bob.connect();
    const next = await refresh((await refresh(bob.tokens.refresh)).refresh);

    await isRefused('/api/token/refresh/', { refresh: bob.tokens.refresh });
    expect(await phone.closed()).toEqual({ code: 4001, reason: 'token_invalid' });
    await isRefused('/api/token/refresh/', { refresh: next.refresh });
    await isRefused('/api/token/verify/', { token: next.access });

    await (await elsewhere.connect()).close();
    await refresh(elsewhere.tokens.refresh);
  });

  it('are revoked with their log-in when one is exchanged again after REFRESH_GRACE_SECONDS', async () => {
    const { bob } = await users(service, 'bob');
    const next = await refresh(bob.tokens.refresh);
    const ago = async (seconds: number): Promise<void> => {
      await database.query(
        `UPDATE refresh_tokens SET refreshed_at = clock_timestamp() - make_interval(secs => $2) WHERE family = $1`,
        [claimsOf(next.refresh).fam, seconds],
      );
    };
    await ago(28);
    expect((await refresh(bob.tokens.refresh)).refresh).toBe(next.refresh);
    await ago(30);
    await isRefused('/api/token/refresh/', { refresh: bob.tokens.refresh });
    await isRefused('/api/token/refresh/', { refresh: next.refresh });
  });

  it('have no grace after an exchange by a node of the previous release', async () => {
    const { bob } = await users(service, 'bob');
    await refresh(bob.tokens.refresh);
    await database.query(`UPDATE refresh_tokens SET jti_hash = $2 WHERE family = $1`, [
      claimsOf(bob.tokens.refresh).fam,
      'f'.repeat(64),
    ]);
    await isRefused('/api/token/refresh/', { refresh: bob.tokens.refresh });
  });

  it('have one successor, however many requests exchange one at once', async () => {
    const { carol } = await users(service, 'carol');
    const pairs = await Promise.all(Array.from({ length: 8 }, () => refresh(carol.tokens.refresh)));
    const [successor, ...others] = new Set(pairs.map((pair) => pair.refresh));
    expect(others).toEqual([]);
    await refresh(successor!);
  });

  it('are invalid after they are revoked, and their sockets close', async () => {
    const { dave } = await users(service, 'dave');
    const elsewhere = await logIn(service, dave.username);
    const [here, there] = [await dave.connect(), await elsewhere.connect()];

    await post('/api/token/revoke', { refresh: dave.tokens.refresh }).expect(204, '');
    expect(await here.closed()).toEqual({ code: 4001, reason: 'token_invalid' });
    await isRefused('/api/token/verify/', { token: dave.tokens.access });
    await isRefused('/api/token/refresh/', { refresh: dave.tokens.refresh });
    const again = await dave.open();
    expect(await again.closed()).toEqual({ code: 4001, reason: 'token_invalid' });
    await post('/api/token/revoke/', { refresh: dave.tokens.refresh }).expect(204);

    expect(there.isOpen).toBe(true);
    await there.close();
  });

  it('of either type are verified while they are valid', async () => {
    const { erin } = await users(service, 'erin');
    await post('/api/token/verify', { token: erin.tokens.access }).expect(200, {});
    await post('/api/token/verify/', { token: erin.tokens.refresh }).expect(200, {});
    await refresh(erin.tokens.refresh);
    await isRefused('/api/token/verify/', { token: erin.tokens.refresh });
    await isRefused('/api/token/verify/', { token: 'invalid' });
  });

  it('of one type are not accepted as the other type', async () => {
    const { frank } = await users(service, 'frank');
    await isRefused('/api/token/refresh/', { refresh: frank.tokens.access });
    await isRefused('/api/token/revoke/', { refresh: frank.tokens.access });
    const socket = await openClient(service.url, { token: frank.tokens.refresh });
    expect(await socket.closed()).toEqual({ code: 4001, reason: 'token_invalid' });
  });

  it.each(['refresh', 'revoke'])('are required to %s', async (path) => {
    await post(`/api/token/${path}/`, {}).expect(400, { refresh: ['This field is required.'] });
    await isRefused(`/api/token/${path}/`, { refresh: 'invalid' });
  });
});

describe('ACCESS_TOKEN_LIFETIME and REFRESH_TOKEN_LIFETIME', () => {
  it('are the lifetimes of tokens, as their claims say', async () => {
    const service = await Service.start({ ACCESS_TOKEN_LIFETIME: '90s', REFRESH_TOKEN_LIFETIME: '2h' });
    try {
      const { alice } = await users(service, 'alice');
      const lifetimes = [alice.tokens.access, alice.tokens.refresh].map((token) => {
        const { iat, exp } = claimsOf(token);
        return Number(exp) - Number(iat);
      });
      expect(lifetimes).toEqual([90, 7_200]);
    } finally {
      await service.stop();
    }
  });
});

describe('a revoked token', () => {
  it('is still revoked after a restart, as is a token that was exchanged twice', async () => {
    const service = await Service.start();
    try {
      const { alice, bob, carol } = await users(service, 'alice', 'bob', 'carol');
      const post = (path: string, body: object): request.Test =>
        request(service.url).post(`/api/token/${path}/`).set('content-type', 'application/json').send(body);
      await revoked(service, alice.tokens.refresh);
      const second = (await post('refresh', { refresh: bob.tokens.refresh })).body as Pair;
      const next = (await post('refresh', { refresh: second.refresh })).body as Pair;
      await service.parley('tokens', 'revoke', carol.username);

      await service.restart('SIGKILL');
      await post('refresh', { refresh: bob.tokens.refresh }).expect(401);
      const dead = [alice.tokens, bob.tokens, next, carol.tokens];
      for (const { access, refresh } of dead) {
        const socket = await openClient(service.url, { token: access });
        expect(await socket.closed()).toEqual({ code: 4001, reason: 'token_invalid' });
        await post('refresh', { refresh }).expect(401);
      }
    } finally {
      await service.stop();
    }
  });
});

describe('tokens of another issuer', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  let service: Service;

  beforeAll(async () => {
    service = await Service.start({
      TOKEN_ENDPOINTS: 'off',
      JWT_PUBLIC_KEY: publicKey.replaceAll('\n', '\\n'),
      JWT_ISSUER: 'https://id.example.com',
      JWT_USER_CLAIM: 'name',
      JWT_USER_LOOKUP: 'username',
    });
  });

  afterAll(() => service.stop());

  const signed = (name: string, issuer = 'https://id.example.com'): Promise<string> =>
    new SignJWT({ name })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(issuer)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(createPrivateKey(privateKey));

  it('open sockets, and are accepted by session.authenticate', async () => {
    const alice = await openClient(service.url, { token: await signed('Alice1') });
    await alice.receive('chat.notifications');
    await alice.request('session.authenticate', { token: await signed('alice1') });
    await alice.close();
  });

  it('are listed by session.list as one session without an id, which cannot be closed', async () => {
    const token = await signed('bob1');
    const [phone, laptop] = [await openClient(service.url, { token }), await openClient(service.url, { token })];
    for (const device of [phone, laptop]) await device.receive('chat.notifications');
    await waitForOpenSessions(2, service.serviceData, 'bob1');
    const { data } = await phone.request('session.list', {});
    const own = data.sessions.filter(({ current }) => current);
    expect(own).toMatchObject([{ id: null, device: null, address: null, since: null, connections: [{}, {}] }]);
    const newest = own[0]!.connections.map(({ active }) => active).sort();
    expect(own[0]!.active).toBe(newest[1]);
    await Promise.all([phone.close(), laptop.close()]);
  });

  it('open no socket if their issuer or user is unknown', async () => {
    const forged = await openClient(service.url, { token: await signed('alice1', 'https://evil.example.com') });
    expect(await forged.closed()).toEqual({ code: 4001, reason: 'token_invalid' });
    const nobody = await openClient(service.url, { token: await signed('nobody') });
    expect(await nobody.closed()).toEqual({ code: 4001, reason: 'user_inactive' });
  });

  it('are not issued by this service: its token paths do not exist', async () => {
    const answer = await request(service.url).post('/api/token/').send({ username: 'alice1', password });
    expect([answer.status, answer.body]).toEqual([404, { detail: 'Not found.', code: 'not_found' }]);
    await request(service.url).get('/api/token/verify').expect(404);
  });
});
