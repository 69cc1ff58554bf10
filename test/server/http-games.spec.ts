import { password } from '../servers/template.js';
import { users } from '../support/people.js';
import { sendRaw } from '../support/raw-http.js';
import { Service } from '../support/service.js';

const PATHS = ['/api/token/', '/api/token/refresh/', '/api/token/verify/', '/api/token/revoke/'];

let parley: Service;
let body: string;

beforeAll(async () => {
  parley = await Service.start();
  const { alice } = await users(parley, 'alice');
  const { access, refresh } = alice.tokens;
  body = JSON.stringify({ username: alice.username, password, refresh, token: access });
});
afterAll(() => parley.stop());
afterEach(() => expect(parley.output).not.toMatch(/ERROR/));

const post = (path: string, headers: Record<string, string>, sent: string | undefined = body): Promise<Response> =>
  fetch(parley.url + path, { method: 'POST', headers, body: new TextEncoder().encode(sent) });

describe('a page of another site', () => {
  it.each(PATHS)('cannot send a request to %s with a form, or with a script without a preflight', async (path) => {
    const types = [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'text/plain; application/json',
      'text/plain, application/json',
      'application/jsonx',
      'application/x-www-form-urlencoded; charset=application/json',
    ];
    for (const type of types) expect([type, (await post(path, { 'content-type': type })).status]).toEqual([type, 415]);
    expect((await post(path, {})).status).toBe(415);
  });

  it.each(PATHS)('receives no CORS headers from %s', async (path) => {
    const Origin = 'https://evil.example';
    const request = {
      Origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    };
    const preflight = await fetch(parley.url + path, { method: 'OPTIONS', headers: request });
    const answer = await post(path, { Origin, 'content-type': 'application/json' }, '{}');
    expect([preflight.status, answer.status]).toEqual([405, 400]);
    for (const { headers } of [preflight, answer]) {
      expect([...headers.keys()].filter((name) => /^(access-control|set-cookie)/.test(name))).toEqual([]);
    }
  });
});

describe('a request body', () => {
  it.each<[string, Record<string, string>]>([
    ['an unknown encoding', { 'content-encoding': 'evil' }],
    ['a wrong compression', { 'content-encoding': 'gzip' }],
    ['an unknown character set', { 'content-type': 'application/json; charset=evil\u009b' }],
    ['another character set', { 'content-type': 'application/json; charset=iso-8859-1' }],
  ])('is refused with %s', async (_, headers) => {
    const { status } = await post('/api/token/', { 'content-type': 'application/json', ...headers });
    expect([400, 415]).toContain(status);
  });
});

/** Two servers could read two different requests in each of these. */
describe('a request with an ambiguous length', () => {
  const rest = ['Host: localhost', 'Content-Type: application/json'];
  it.each<[string, string[], string]>([
    ['two kinds of length', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['two kinds of length in reverse order', ['Transfer-Encoding: chunked', 'Content-Length: 4'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 2', 'Content-Length: 3'], '{}'],
    ['two lengths on one line', ['Content-Length: 2, 3'], '{}'],
    ['an invalid length', ['Content-Length: +2'], '{}'],
    ['a negative length', ['Content-Length: -2'], '{}'],
    ['a length with a space', ['Content-Length : 2'], '{}'],
    ['an encoding after chunked', ['Transfer-Encoding: chunked, identity'], '{}'],
    ['an unknown encoding', ['Transfer-Encoding: xchunked'], '{}'],
    ['an encoding with a space', ['Transfer-Encoding : chunked'], '0\r\n\r\n'],
    ['an encoding behind a tab', ['Transfer-Encoding:\u000bchunked'], '0\r\n\r\n'],
    ['chunks without a size', ['Transfer-Encoding: chunked'], 'x\r\n{}\r\n0\r\n\r\n'],
    ['a chunk shorter than its size', ['Transfer-Encoding: chunked'], '1\r\n{}\r\n0\r\n\r\n'],
    ['a name with a line end', ['X\r: x', 'Content-Length: 2'], '{}'],
  ])('is refused with %s', async (_, headers, sent) => {
    const head = ['POST /api/token/ HTTP/1.1', ...rest, ...headers].join('\r\n');
    const { status } = await sendRaw(parley.url, `${head}\r\n\r\n${sent}`);
    expect(status).toBe(400);
  });

  it('opens no hidden socket', async () => {
    const hidden = 'GET /messaging/ HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const head = `POST /api/token/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: Upgrade\r\n`;
    const upgraded = `${head}Upgrade: websocket\r\nContent-Length: ${String(hidden.length)}\r\n\r\n${hidden}`;
    await expect(sendRaw(parley.url, upgraded)).resolves.toMatchObject({ status: 404 });
  });
});
