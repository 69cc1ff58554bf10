import { get } from 'node:http';
import { text } from 'node:stream/consumers';

import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { users, TestUser } from '../support/people.js';
import { Service } from '../support/service.js';

let parley: Service;
let alice: TestUser;

beforeAll(async () => {
  parley = await Service.start({ HANDSHAKES_PER_SECOND: '10', TRUST_PROXY: 'loopback' });
  ({ alice } = await users(parley, 'alice'));
});
afterAll(() => parley.stop());

describe('HANDSHAKES_PER_SECOND', () => {
  it('accepts that many handshakes, and answers more with 429, Retry-After and no body', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => attemptHandshake(parley, alice)));
    const refused = answers.filter(({ status }) => status !== 101);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(10);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(answer).toEqual({ status: 429, retryAfter: '1', body: '' });

    const counted = 'parley_limited_total{limit="HANDSHAKES_PER_SECOND"}';
    await expect(metric(parley, counted)).resolves.toBe(refused.length);
    await eventually(async () => (await attemptHandshake(parley, alice)).status === 101);
    expect(parley.output.match(/more handshakes than HANDSHAKES_PER_SECOND/g)).toHaveLength(1);
  });

  it('counts those with an invalid token, before the token is checked', async () => {
    const outsider = new TestUser(parley, alice.id, alice.username, { access: 'x', refresh: 'x' });
    const from = { 'X-Forwarded-For': '198.51.100.1' };
    await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => attemptHandshake(parley, outsider, from)));
      return answers.some(({ status }) => status === 429);
    });
  });

  it('counts each client of a proxy of TRUST_PROXY', async () => {
    const clients = Array.from({ length: 40 }, (_, at) => `203.0.113.${String(at)}`);
    const answers = await Promise.all(
      clients.map((client) => attemptHandshake(parley, alice, { 'X-Forwarded-For': client })),
    );
    expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 101));
  });
});

interface Answer {
  readonly status: number | undefined;
  readonly retryAfter?: string | undefined;
  readonly body?: string;
}

/** A handshake in plain HTTP, whose socket, if any, is closed immediately. */
function attemptHandshake(parley: Service, { tokens }: TestUser, more: Record<string, string> = {}): Promise<Answer> {
  const headers = {
    ...more,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
  };
  return new Promise((resolve, reject) => {
    const requested = get(`${parley.url}/messaging/?token=${tokens.access}`, { headers, agent: false });
    requested.once('upgrade', ({ statusCode: status }, socket) => {
      socket.destroy();
      resolve({ status });
    });
    requested.once('response', (response) => {
      const { statusCode: status, headers } = response;
      text(response).then((body) => resolve({ status, retryAfter: headers['retry-after'], body }), reject);
    });
    requested.once('error', reject);
  });
}
