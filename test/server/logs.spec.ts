import { randomUUID } from 'node:crypto';

import { password } from '../servers/template.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { handshake, sendRaw } from '../support/raw-http.js';
import { recordsIn } from '../support/records.js';
import type { Record } from '../support/records.js';
import { Service } from '../support/service.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let parley: Service;

const records = (): Record[] => recordsIn(parley.output);

/** The records with all these fields, once there are that many. */
async function recorded(fields: object, count = 1): Promise<Record[]> {
  const wanted = Object.entries(fields);
  const found = (): Record[] => records().filter((record) => wanted.every(([name, value]) => record[name] === value));
  await eventually(() => found().length >= count);
  return found();
}

describe('the log at LOG_LEVEL=debug', () => {
  beforeAll(async () => {
    parley = await Service.start({ LOG_LEVEL: 'debug', LOG_FORMAT: 'json' });
  });
  afterAll(() => parley.stop());

  it('has one JSON object per line, with time, level, context, node and version', async () => {
    const [first] = await recorded({ context: 'Server' });
    const { node } = first!;
    expect(node).toMatch(UUID);
    for (const record of records()) {
      expect(record).toMatchObject({ node, version: expect.stringMatching(/^\d+\.\d+\.\d+(-\w+)?$/) as string });
      expect(record.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(['debug', 'info', 'warn', 'error']).toContain(record.level);
    }
  });

  it('has a record of each request, with the id in the answer', async () => {
    const id = randomUUID();
    const query = `token=${'x'.repeat(40)}`;
    const answer = await fetch(`${parley.url}/docs/events?${query}`, {
      headers: { 'X-Request-Id': id, Authorization: `Bearer ${query}`, Cookie: query },
    });
    expect(answer.headers.get('x-request-id')).toBe(id);
    const [record, ...others] = await recorded({ request_id: id });
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      level: 'debug',
      context: 'Http',
      msg: 'Answered a request',
      method: 'GET',
      path: '/docs/events',
      status: answer.status,
      ms: expect.any(Number) as number,
    });
    expect(Object.keys(record!).sort()).toEqual(
      ['context', 'level', 'method', 'ms', 'msg', 'node', 'path', 'request_id', 'status', 'time', 'version'].sort(),
    );
    expect(parley.output).not.toContain('x'.repeat(40));
  });

  it('has no token of an invitation, which is a part of the path', async () => {
    const id = randomUUID();
    for (const path of ['by-token/a-token-of-somebody', 'By-Token/a-token-of-somebody/accept/']) {
      await fetch(`${parley.url}/api/invitations/${path}`, { headers: { 'X-Request-Id': id } });
    }
    const logged = await recorded({ request_id: id }, 2);
    expect(logged.map(({ path }) => path)).toEqual([
      '/api/invitations/by-token/***',
      '/api/invitations/By-Token/***/accept/',
    ]);
    expect(parley.output).not.toContain('a-token-of-somebody');
  });

  it('has no link that verifies an address, which is a part of the path', async () => {
    const id = randomUUID();
    const options = { method: 'POST', headers: { 'X-Request-Id': id } };
    await fetch(`${parley.url}/api/accounts/verify/a-link-of-somebody`, options);
    const [logged] = await recorded({ request_id: id }, 1);
    expect(logged).toMatchObject({ path: '/api/accounts/verify/***' });
    expect(parley.output).not.toContain('a-link-of-somebody');
  });

  it.each<[string, string | undefined]>([
    ['none', undefined],
    ['one that is too long', 'x'.repeat(65)],
    ['one with characters that no id may have', 'a b'],
    ['one that forges a field', '"x":1'],
    ['one that looks like a record', '{"level":"info"}'],
    ['an empty one', ''],
  ])('creates an id if the request has %s', async (_, given) => {
    const answer = await fetch(
      `${parley.url}/nowhere`,
      given === undefined ? {} : { headers: { 'X-Request-Id': given } },
    );
    const id = answer.headers.get('x-request-id');
    expect(id).toMatch(UUID);
    await expect(recorded({ request_id: id })).resolves.toEqual([
      expect.objectContaining({ path: '/nowhere', status: 404, level: 'debug' }),
    ]);
  });

  it('contains no request body, neither valid nor invalid', async () => {
    const id = randomUUID();
    for (const body of [JSON.stringify({ username: 'nobody', password }), `{"password":"${password}"`]) {
      await fetch(`${parley.url}/api/token/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'X-Request-Id': id },
        body,
      });
    }
    const logged = await recorded({ request_id: id }, 2);
    expect(logged.map(({ status }) => status)).toEqual([401, 400]);
    expect(parley.output).not.toContain(password);
  });

  it('has no records of health checks and metrics', async () => {
    for (const path of ['/health', '/health?x', '/health/live', '/health/ready', '/metrics', '/Metrics/']) {
      const answer = await fetch(parley.url + path);
      expect(answer.headers.get('x-request-id')).toMatch(UUID);
      await answer.text();
    }
    await fetch(`${parley.url}/afterwards`);
    await recorded({ path: '/afterwards' });
    expect(records().filter(({ path }) => /health|metrics/i.test(String(path)))).toEqual([]);
  });

  it('has records of a connection from handshake to close, and of each frame', async () => {
    const { alice } = await users(parley, 'alice');
    const phone = await alice.connect();
    const { data: room } = await phone.request('room.create', { type: 'GroupChat', name: 'a name to keep quiet' });
    await phone.request('message.send', { room_id: room.id, content: 'a text to keep quiet' });
    await phone.expectRefused('message.send', { room_id: randomUUID(), content: 'a text to keep quiet' });
    await phone.expectRefused('no.such.event', {});
    await phone.close();
    const [closed] = await recorded({ user: alice.id, msg: 'A connection has closed' });
    const logged = records().filter(({ connection }) => connection === closed!.connection);
    expect(logged.map(({ msg, event, outcome }) => [msg, event, outcome])).toEqual([
      ['A connection has opened', undefined, undefined],
      ['Handled a frame', 'room.create', 'ok'],
      ['Handled a frame', 'message.send', 'ok'],
      ['Handled a frame', 'message.send', 'refused'],
      ['Handled a frame', 'unknown', 'refused'],
      ['A connection has closed', undefined, undefined],
    ]);
    expect(logged[0]!.request_id).toMatch(UUID);
    for (const frame of logged.slice(1, -1)) {
      expect(frame).toMatchObject({ user: alice.id, request_id: expect.any(String) as string });
      expect(frame.ms).toBeGreaterThan(0);
    }
    expect(new Set(logged.slice(1, -1).map(({ request_id: id }) => id)).size).toBe(4);
    expect(closed).toMatchObject({ code: expect.any(Number) as number });
    expect(parley.output).not.toMatch(/to keep quiet|no\.such\.event/);
  });

  it('has a record of a refused handshake, with the id in the answer', async () => {
    const { head } = await sendRaw(
      parley.url,
      handshake('/messaging/', { Origin: 'https://evil.example', 'X-Request-Id': 'r-1' }),
    );
    expect(head).toMatch(/^X-Request-Id: r-1$/m);
    const [record] = await recorded({ request_id: 'r-1' });
    expect(record).toMatchObject({ level: 'warn', context: 'HandshakeGuard' });
    const accepted = await sendRaw(parley.url, handshake('/messaging/', { 'X-Request-Id': 'r-2' }));
    expect([accepted.status, accepted.head]).toEqual([101, expect.stringMatching(/^X-Request-Id: r-2$/m)]);
  });
});

describe('the log by default', () => {
  it('has no records of successful requests, connections and frames', async () => {
    parley = await Service.start({ LOG_FORMAT: 'json' });
    const { alice } = await users(parley, 'alice');
    const phone = await alice.connect();
    await phone.request('room.create', { type: 'GroupChat', name: 'x' });
    await phone.close();
    await parley.kill('SIGTERM');
    expect(new Set(records().map(({ context, level }) => `${level} ${String(context)}`))).toEqual(
      new Set(['info Server']),
    );
    await parley.stop();
  });
});
