import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { password } from '../servers/template.js';
import { openClient } from '../support/handshake.js';
import { Service } from '../support/service.js';

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, string>;
  /** The cookie as the next request sends it, and its attributes. */
  readonly cookie: string | undefined;
  readonly attributes: readonly string[];
}

const HOST = 'chat.example.com';
const PAGE = `https://${HOST}`;

let parley: Service;

beforeAll(async () => {
  parley = await Service.start({ WEB_CLIENT: 'true', ALLOWED_HOSTS: HOST });
});
afterAll(() => parley.stop());

/** Sends headers that `fetch` does not let a program set. */
async function send(method: string, headers: object, body: object = {}): Promise<Answer> {
  const sent = Buffer.from(JSON.stringify(body));
  const outgoing = httpRequest(`${parley.url}/api/web/session/`, {
    method,
    headers: { 'content-type': 'application/json', 'content-length': sent.length, origin: PAGE, ...headers },
  });
  outgoing.end(sent);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const answer = await text(incoming);
  const [cookie, ...attributes] = (incoming.headers['set-cookie']?.[0] ?? '').split('; ');
  return {
    status: incoming.statusCode,
    headers: incoming.headers,
    body: (answer === '' ? {} : JSON.parse(answer)) as Record<string, string>,
    cookie: cookie === '' ? undefined : cookie,
    attributes,
  };
}

const logIn = (username: string, headers: object = {}): Promise<Answer> =>
  send('POST', headers, { username, password });

async function verified(token: string | undefined): Promise<number> {
  const { status } = await fetch(`${parley.url}/api/token/verify/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return status;
}

describe('a log-in of the web client', () => {
  it('answers an access token, and keeps the refresh token in a cookie that no script can read', async () => {
    const { status, body, cookie, attributes } = await logIn('alice1');
    expect([status, Object.keys(body)]).toEqual([200, ['access']]);
    expect(cookie).toMatch(/^parley_session=eyJ/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=2592000', 'SameSite=Strict', 'Secure']);
    await expect(verified(body.access)).resolves.toBe(200);
    await expect(verified(cookie?.split('=')[1])).resolves.toBe(200);
  });

  it('has a cookie without Secure on a page over http, named by its port', async () => {
    const { cookie, attributes } = await logIn('alice1', { origin: `http://${HOST}:8080` });
    expect(cookie).toMatch(/^parley_session_8080=/);
    expect(attributes).not.toContain('Secure');
  });

  it('is refused for a wrong password, without a cookie', async () => {
    const { status, body, cookie } = await send('POST', {}, { username: 'alice1', password: 'a wrong one' });
    expect([status, body.code, cookie]).toEqual([401, 'no_active_account', undefined]);
  });

  it('is refreshed by the cookie, by two tabs at once too', async () => {
    const { cookie } = await logIn('bob1');
    const [one, other] = await Promise.all([send('PUT', { cookie }), send('PUT', { cookie })]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.cookie).toBe(other.cookie);
    expect(one.cookie).not.toBe(cookie);
    await expect(verified(one.body.access)).resolves.toBe(200);
    expect((await send('PUT', { cookie: `theme=dark; ${one.cookie!}` })).status).toBe(200);
  });

  it('that is not valid deletes the cookie', async () => {
    for (const cookie of ['parley_session=nonsense', 'other=1']) {
      const { status, body, cookie: left, attributes } = await send('PUT', { cookie });
      expect([status, body.code, left]).toEqual([401, 'token_not_valid', 'parley_session=']);
      expect(attributes).toContain('Max-Age=0');
    }
  });

  it('ends with its connections at a log-out, which deletes the cookie', async () => {
    const { body, cookie } = await logIn('carol1');
    const device = await openClient(parley.url, { token: body.access! });
    const out = await send('DELETE', { cookie });
    expect([out.status, out.cookie]).toEqual([204, 'parley_session=']);
    expect(await device.closed()).toEqual({ code: 4001, reason: 'token_invalid' });
    expect((await send('PUT', { cookie })).status).toBe(401);
    expect((await send('DELETE', { cookie })).status).toBe(204);
    expect((await send('DELETE', {})).status).toBe(204);
  });
});

describe('a request for a log-in of the web client', () => {
  it.each<[string, object]>([
    ['a page of another host', { origin: 'https://evil.example.com' }],
    ['a page of no host', { origin: 'null' }],
    ['another page of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused from %s, with any method, and the log-in stays', async (_, headers) => {
    const { cookie } = await logIn('dave1');
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await send(method, { cookie, ...headers }, { username: 'dave1', password });
      expect([answer.status, answer.body.code, answer.cookie]).toEqual([403, 'origin_not_allowed', undefined]);
    }
    expect((await send('PUT', { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('is refused without an Origin, which pages always send', async () => {
    const { status } = await fetch(`${parley.url}/api/web/session/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'dave1', password }),
    });
    expect(status).toBe(403);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded'])('is refused with a body of type %s', async (type) => {
    const { cookie } = await logIn('erin1');
    for (const method of ['POST', 'PUT']) {
      expect((await send(method, { cookie, 'content-type': type })).status).toBe(415);
    }
  });
});
