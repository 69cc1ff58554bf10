import { randomUUID } from 'node:crypto';

import request from 'supertest';

import { makeKey, ApiClient } from '../support/api.js';
import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { createGroup, historyOf } from '../support/messaging.js';

let parley: Service;
let program: ApiClient;
let phone: ChatClient;
let at: string;
let room: { readonly id: string };
let key: string;

beforeAll(async () => {
  parley = await Service.start();
  const { alice } = await users(parley, 'alice');
  ({ key } = await makeKey(parley, { user: alice }));
  program = new ApiClient(parley, { authorization: `Bearer ${key}` });
  phone = await alice.connect();
  room = await createGroup(phone, [], 'Games');
  at = `/api/rooms/${room.id}/messages/`;
});
afterAll(() => parley.stop());
afterEach(() => expect(parley.output).not.toMatch(/ERROR/));

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a request body of the HTTP API', () => {
  it.each<[string, string, object]>([
    ['is no JSON', '{', { status: 400, code: 'parse_error' }],
    ['is no object', '[]', { status: 400, code: 'parse_error' }],
    ['is empty', '{}', { status: 400, content: ['This field is required.'] }],
    ['has a lone surrogate', '{"content":"\\ud800"}', { status: 400, content: ['Has a lone surrogate.'] }],
    ['is deep', `{"content":"x","x":${deep(40)}}`, { status: 400, x: ['Is nested too deeply.'] }],
    ['has a number for text', '{"content":7}', { status: 400, content: ['Must be a text.'] }],
    ['names an unknown field', '{"content":"x","extra_fields":{"sender":1}}', { status: 400 }],
    [
      'is longer than the limit of a frame',
      `{"content":"${'x'.repeat(70_000)}"}`,
      { status: 413, code: 'request_too_large' },
    ],
    ['is longer than the limit of a message', `{"content":"${'x'.repeat(10_001)}"}`, { status: 400 }],
  ])('is refused if it %s', async (_, body, refused) => {
    await expect(program.expectRefused('POST', at, body)).resolves.toMatchObject(refused);
  });

  it('may be as long as the longest message, which a log-in may not', async () => {
    const content = '🦜'.repeat(10_000);
    const { data } = await program.request('message.dispatch', 'POST', at, { content });
    expect(data.content).toBe(content);
    await expect(program.expectRefused('POST', '/api/token/', { username: 'x'.repeat(20_000) })).resolves.toMatchObject(
      {
        status: 413,
      },
    );
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'multipart/form-data; boundary=x'])(
    'is refused with the type %s, so that no form of another site can send it',
    async (type) => {
      const extra = { headers: { 'content-type': type } };
      await expect(program.expectRefused('POST', at, '{"content":"x"}', extra)).resolves.toMatchObject({ status: 415 });
    },
  );

  it('cannot override the room, sender, id or action of the path', async () => {
    const other = await createGroup(phone, [], 'Other');
    const { data: sent } = await program.request('message.dispatch', 'POST', at, {
      content: 'here',
      room_id: other.id,
    });
    expect(sent.room.id).toBe(room.id);
    for (const more of [{ id: randomUUID() }, { sender: { id: 1 } }, { action: 'delete' }, { constructor: {} }]) {
      expect(await program.expectRefused('POST', at, { content: 'here', ...more })).toMatchObject({ status: 400 });
    }
    const readAt = `/api/rooms/${room.id}/read/`;
    const mark = { up_to_seq: 1, room_id: other.id };
    expect((await program.request('readreceipt.dispatch', 'POST', readAt, mark)).data).toEqual([]);
    expect(await program.expectRefused('POST', readAt, { ...mark, message_id: sent.id })).toMatchObject({
      status: 400,
    });
    const reactAt = `/api/messages/${sent.id}/reactions/`;
    const reaction = { reaction_content: 'a', message_id: randomUUID() };
    await program.request('reaction.dispatch', 'POST', reactAt, reaction);
    expect(await program.expectRefused('POST', reactAt, { ...reaction, type: 'remove' })).toMatchObject({
      status: 400,
    });
    await expect(
      program.expectRefused('PATCH', `/api/messages/${sent.id}/`, { content: 'x', sender: 1 }),
    ).resolves.toEqual({
      status: 400,
      extra_fields: ['sender is not a known field.'],
    });
    await expect(historyOf(phone, other)).resolves.toEqual([]);
  });

  it('is handled as text, whatever it contains', async () => {
    for (const content of ["'; DROP TABLE messages; --", '<script>alert(1)</script>', '$1', '%', '\u0000', '\u202e']) {
      const { data } = await program.request('message.dispatch', 'POST', at, { content });
      expect(data.content).toBe(content);
    }
    await expect(historyOf(phone, room)).resolves.not.toEqual([]);
  });
});

describe('a path or query of the HTTP API', () => {
  it.each<[string, object]>([
    ["/api/rooms/'%20OR%201=1/", { status: 400, room_id: ['Must be a UUID.'] }],
    ['/api/rooms/%00/', { status: 400 }],
    ['/api/rooms/%E0%A4%A/', { status: 400 }],
    ['/api/rooms/?limit=many', { status: 400, limit: expect.arrayContaining(['Must be an integer.']) as unknown }],
    ['/api/rooms/?limit=1&limit=2', { status: 400 }],
    ['/api/rooms/?limit[$gt]=1', { status: 400 }],
    ['/api/rooms/?limit=0', { status: 400 }],
    ['/api/rooms/?limit=99999999999999999999', { status: 400 }],
    ['/api/rooms/?cursor=x', { status: 400 }],
    ['/api/rooms/?cursor=%ED%A0%80', { status: 400 }],
    ['/api/rooms/?__proto__=1&constructor=2', { status: 400 }],
    ['/api/messages/search/', { status: 400, query: ['Must contain a letter or a digit.'] }],
    [`/api/messages/search/?query=${'x'.repeat(201)}`, { status: 400 }],
    ['/api/users/%27%3B--/', { status: 404, code: 'not_found' }],
    ['/api/nothing/', { status: 404, code: 'not_found' }],
    ['/api/messages/', { status: 404, code: 'not_found' }],
  ])('%s is answered as the contract specifies', async (path, answer) => {
    const { status, body } = await program.send('GET', path);
    expect({ status, ...(body as object) }).toMatchObject(answer);
    expect(JSON.stringify(body)).not.toMatch(/OR 1=1|node_modules|SELECT/);
  });

  it('of a member requires an integer', async () => {
    for (const user of ['1.5', 'x', '-1', '99999999999', '1e3']) {
      const refused = await program.expectRefused('DELETE', `/api/rooms/${room.id}/members/${user}/`);
      expect(refused).toMatchObject({ status: 400, members: expect.anything() as unknown });
    }
  });
});

describe('a page of another site', () => {
  it('receives no CORS headers from the HTTP API', async () => {
    const http = request(parley.url);
    const origin = 'https://evil.example';
    const preflight = await http.options(at).set({ origin, 'access-control-request-method': 'POST' });
    const answer = await http
      .get('/api/rooms/')
      .set({ origin, authorization: `Bearer ${key}` })
      .expect(200);
    for (const { headers } of [preflight, answer]) {
      expect(Object.keys(headers as object).filter((name) => /^(access-control|set-cookie)/.test(name))).toEqual([]);
    }
  });
});

describe('a program above API_REQUESTS_PER_SECOND', () => {
  it('is answered with 429 and Retry-After, without an effect on other keys', async () => {
    const slow = await Service.start({ API_REQUESTS_PER_SECOND: '1', API_REQUESTS_BURST: '2' });
    try {
      const { alice, bob } = await users(slow, 'alice', 'bob');
      const [hasty, patient] = [
        await ApiClient.create(slow, { user: alice }),
        await ApiClient.create(slow, { user: bob }),
      ];
      const statuses = await Promise.all(Array.from({ length: 20 }, () => hasty.send('GET', '/api/rooms/')));
      const limited = statuses.filter(({ status }) => status === 429);
      expect(limited.length).toBeGreaterThan(0);
      expect(statuses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
      expect(limited[0]!.body).toEqual({ detail: 'Too many requests with this key.', code: 'throttled' });
      expect(Number(limited[0]!.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      await patient.request('roomlist.dispatch', 'GET', '/api/rooms/');
      const text = await (await fetch(`${slow.url}/metrics`)).text();
      expect(text).toMatch(/parley_api_requests_total\{route="GET \/api\/rooms\/",outcome="limited"\} [1-9]/);
      await expect
        .poll(() => slow.output.match(/The API key [\w-]{36} exceeds API_REQUESTS_PER_SECOND/g))
        .toHaveLength(1);
    } finally {
      await slow.stop();
    }
  });
});

describe('guesses of API keys', () => {
  it('are answered with 429 above the limit, without an effect on valid keys of the same address', async () => {
    const guarded = await Service.start({ FAILED_LOGINS_PER_MINUTE: '3' });
    try {
      const { alice } = await users(guarded, 'alice');
      const good = await ApiClient.create(guarded, { user: alice });
      await good.request('roomlist.dispatch', 'GET', '/api/rooms/');
      const guess = (letter: string) =>
        new ApiClient(guarded, { authorization: `Bearer pk_abcdefgh_${letter.repeat(43)}` }).send('GET', '/api/rooms/');
      for (const letter of ['a', 'b', 'c']) expect((await guess(letter)).status).toBe(401);
      const { status, headers, body } = await guess('d');
      expect([status, body]).toEqual([429, { detail: 'Too many invalid keys. Try again later.', code: 'throttled' }]);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      await good.request('roomlist.dispatch', 'GET', '/api/rooms/');
    } finally {
      await guarded.stop();
    }
  });
});

describe('a revoked API key', () => {
  it('is answered with 401 every time, without an effect on valid keys of the same address', async () => {
    const guarded = await Service.start({ FAILED_LOGINS_PER_MINUTE: '3' });
    try {
      const { alice } = await users(guarded, 'alice');
      const old = await makeKey(guarded, { user: alice });
      await guarded.parley('keys', 'revoke', old.id);
      const restless = new ApiClient(guarded, { authorization: `Bearer ${old.key}` });
      for (let times = 0; times < 10; times += 1) {
        await expect(restless.expectRefused('GET', '/api/rooms/')).resolves.toMatchObject({ status: 401 });
      }
      await (await ApiClient.create(guarded, { user: alice })).request('roomlist.dispatch', 'GET', '/api/rooms/');
    } finally {
      await guarded.stop();
    }
  });
});
