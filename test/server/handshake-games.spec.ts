import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { handshake, sendRaw } from '../support/raw-http.js';
import type { Headers } from '../support/raw-http.js';
import { Service } from '../support/service.js';

const GOOD = 'https://chat.example.com';
const EVIL = 'https://evil.example';

let parley: Service;
/** A valid token, so that nothing else is wrong. */
let token: string;

beforeAll(async () => {
  parley = await Service.start({ ALLOWED_HOSTS: 'chat.example.com,.example.org,[::1]:8080' });
  token = (await users(parley, 'alice')).alice.tokens.access;
});
afterAll(() => parley.stop());
/** After every handshake the process accepts the next one. */
afterEach(async () => {
  await expect(statusOf('/messaging/', { Origin: GOOD })).resolves.toBe(101);
  expect(parley.output).not.toMatch(/ERROR/);
});

async function statusOf(path: string, headers: Headers = {}, method?: string): Promise<number> {
  const { status } = await sendRaw(parley.url, handshake(`${path}?token=${token}`, headers, method));
  return status;
}

describe('a handshake with an Origin', () => {
  it.each<[string, Headers]>([
    ['an allowed Origin and another', { Origin: [GOOD, EVIL] }],
    ['another Origin and an allowed one', { Origin: [EVIL, GOOD] }],
    ['an allowed Origin twice', { Origin: [GOOD, GOOD] }],
    ['two Origins on one line', { Origin: `${GOOD}, ${EVIL}` }],
    ['an Origin with a list of ports', { Origin: `${GOOD}:443,${EVIL}` }],
    ['null', { Origin: 'null' }],
    ['nothing', { Origin: '' }],
    ['an Origin with a user', { Origin: 'https://chat.example.com@evil.example' }],
    ['an Origin with a password', { Origin: 'https://:x@chat.example.com' }],
    ['an Origin with a trailing dot', { Origin: `${GOOD}.` }],
    ['an Origin with a path', { Origin: `${GOOD}/${EVIL}` }],
    ['an Origin with a query', { Origin: `${GOOD}?${EVIL}` }],
    ['an Origin with a backslash', { Origin: 'https://evil.example\\.example.org' }],
    ['an Origin with an encoded host', { Origin: 'https://chat%2Eexample.com' }],
    ['an Origin in letters that look alike', { Origin: 'https://ch\u00e0t.example.com' }],
    ['an Origin in Punycode', { Origin: 'https://xn--cht-bla.example.com' }],
    ['a host with the same ending', { Origin: 'https://evilexample.org' }],
    ['an allowed address in another form', { Origin: 'https://[0:0:0:0:0:0:0:2]:8080' }],
    ['another port of an allowed address', { Origin: 'http://[::1]:8081' }],
    ['another scheme', { Origin: 'wss://chat.example.com' }],
    ['another Origin with any Host header', { Origin: EVIL, Host: 'evil.example' }],
    [
      'another Origin with any header of a proxy',
      { Origin: EVIL, 'X-Forwarded-Host': 'chat.example.com', 'X-Forwarded-Proto': 'https' },
    ],
    ['another Origin with any Referer', { Origin: EVIL, Referer: `${GOOD}/` }],
    ['another Origin beside one of an older protocol', { Origin: EVIL, 'Sec-WebSocket-Origin': GOOD }],
  ])('is refused with %s', async (_, headers) => {
    const { status, head } = await sendRaw(parley.url, handshake(`/messaging/?token=${token}`, headers));
    expect(status).toBe(403);
    expect(head).not.toMatch(/Access-Control|example/);
  });

  it.each([
    GOOD,
    'HTTPS://CHAT.EXAMPLE.COM',
    `${GOOD}:8443`,
    'https://a.example.org',
    'http://[::1]:8080',
    'http://[0:0::1]:8080',
  ])('is accepted with %s, whatever Host contains', async (Origin) => {
    await expect(statusOf('/messaging/', { Origin, Host: 'evil.example' })).resolves.toBe(101);
  });
});

describe('the path of a handshake', () => {
  it.each([
    '//messaging/',
    '///messaging',
    '/./messaging/',
    '/x/../messaging/',
    '/messaging/../messaging/',
    '/messaging/.',
    '/%6dessaging/',
    '/messaging%2f',
    '/messaging/%2e%2e/messaging/',
    '/messaging%00/',
    '/messaging/;x',
    '/messaging;x/',
    '/messaging\\',
    '\\messaging\\',
    '/messaging//',
    '/MESSAGING/',
    '/messaging/x',
    '/messaging./',
    '/messaging/%20',
    'http://localhost/messaging/',
    'http://evil.example/messaging/',
    'ws://localhost/messaging/',
    '*',
    'messaging/',
    '/messaging/#',
    '/messaging/ /',
    '/messag\u00efng/',
    '/',
    '/api/token/',
    '/health/live',
    '/metrics',
  ])('is not matched by %s', async (path) => {
    const status = await statusOf(path, { Origin: GOOD });
    expect([400, 404]).toContain(status);
  });

  it('is refused if it is very long', async () => {
    await expect(statusOf(`/messaging/${'x'.repeat(100_000)}`)).resolves.toBe(431);
  });

  it('may have a query, of which the first token counts', async () => {
    const two = (first: string, second: string): Promise<number> =>
      sendRaw(parley.url, handshake(`/messaging/?x=%00&token=${first}&token=${second}`)).then(({ status }) => status);
    await expect(two(token, 'invalid')).resolves.toBe(101);
    await expect(two('%', token)).resolves.toBe(101); // The connection is then closed with 4001.
  });
});

describe('a WebSocket handshake', () => {
  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE'])('is refused by %s', async (method) => {
    await expect(statusOf('/messaging/', { Origin: GOOD }, method)).resolves.toBe(405);
  });

  it.each<[string, Headers]>([
    ['no version', { 'Sec-WebSocket-Version': undefined }],
    ['an old version', { 'Sec-WebSocket-Version': '12' }],
    ['two versions', { 'Sec-WebSocket-Version': ['13', '12'] }],
    ['no key', { 'Sec-WebSocket-Key': undefined }],
    ['a key that is too short', { 'Sec-WebSocket-Key': 'x' }],
    [
      'two keys',
      { 'Sec-WebSocket-Key': [Buffer.alloc(16).toString('base64'), Buffer.alloc(16, 1).toString('base64')] },
    ],
    ['another protocol', { Upgrade: 'h2c' }],
    ['two protocols', { Upgrade: ['websocket', 'h2c'] }],
    ['invalid subprotocols', { 'Sec-WebSocket-Protocol': 'bearer,,x' }],
    ['one subprotocol twice', { 'Sec-WebSocket-Protocol': 'bearer, bearer' }],
  ])('is refused with %s', async (_, headers) => {
    const status = await statusOf('/messaging/', { Origin: GOOD, ...headers });
    expect([400, 426]).toContain(status);
  });

  it('is accepted without compression, whatever it offers', async () => {
    const offer = { Origin: GOOD, 'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits' };
    const { status, head } = await sendRaw(parley.url, handshake(`/messaging/?token=${token}`, offer));
    expect([status, /Sec-WebSocket-Extensions/i.test(head)]).toEqual([101, false]);
  });
});

describe('the log of refused handshakes', () => {
  it('has one line for each, in which control characters are escaped', async () => {
    const forged = '[12:00:00.000] INFO: [Server] forged';
    for (const [at, hostile] of ['\u009b2J', '\u0085', '\u00ad\u0090x', `\u0085${forged}`, '\t'].entries()) {
      await expect(statusOf('/messaging/', { Origin: `https://evil${String(at)}${hostile}.example` })).resolves.toBe(
        403,
      );
    }
    const refused = (): string[] => parley.output.split('\n').filter((line) => /https:\/\/evil\d/.test(line));
    await eventually(() => refused().length >= 5);
    const lines = refused();
    expect(lines).toHaveLength(5);
    for (const line of lines)
      expect(line).toMatch(
        /^\[[\d:.]+\] WARN: .*Refused a handshake with the Origin "[ -~\u00a0-\u00ff]+": ALLOWED_HOSTS/,
      );
  });

  it('contains no value that cannot be a header', async () => {
    for (const control of ['\u0000', '\u0007', '\u001b[2J', '\r', '\n ']) {
      const status = await statusOf('/messaging/', { Origin: `https://evil${control}.example` });
      expect([control, [400, 403].includes(status)]).toEqual([control, true]);
    }
  });
});
