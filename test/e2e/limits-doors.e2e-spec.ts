import { get } from 'node:http';
import { text } from 'node:stream/consumers';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { Service } from '../support/service.js';

describe('CONNECTIONS_PER_USER', () => {
  let parley: Service;
  let alice: Person;
  let bob: Person;
  beforeAll(async () => {
    parley = await Service.start({ CONNECTIONS_PER_USER: '3' });
    ({ alice, bob } = await people(parley, 'alice', 'bob'));
  });
  afterAll(() => parley.stop());

  it('are let in, and one more is closed with 4009 before its first frame', async () => {
    const devices = [await alice.arrives(), await alice.arrives(), await alice.arrives()];
    const oneMore = await alice.connects();
    await expect(oneMore.closed()).resolves.toEqual({ code: 4009, reason: 'too_many_connections' });
    await expect(oneMore.rest()).resolves.toEqual([]);
    await expect(metric(parley, 'parley_connections')).resolves.toBe(3);
    for (const device of devices) await device.ask('session.heartbeat', {});

    const others = await bob.arrives();
    await devices.pop()!.leaves();
    await eventually(async () => (await metric(parley, 'parley_connections')) === 3);
    devices.push(await alice.arrives());
    await Promise.all([...devices, others].map((device) => device.leaves()));
  });

  it('are no more when they come in one moment', async () => {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => alice.connects()));
    const welcome = async (socket: ChatClient): Promise<boolean> =>
      socket.hears('chat.notifications').then(
        () => true,
        () => false,
      );
    const welcomed = await Promise.all(sockets.map(welcome));
    expect(welcomed.filter(Boolean)).toHaveLength(3);
    await Promise.all(sockets.map((socket) => socket.leaves()));
  });
});

describe('HANDSHAKES_PER_SECOND', () => {
  let parley: Service;
  let alice: Person;
  beforeAll(async () => {
    parley = await Service.start({ HANDSHAKES_PER_SECOND: '10' });
    ({ alice } = await people(parley, 'alice'));
  });
  afterAll(() => parley.stop());

  it('are let in, and more are answered with 429, when to come again, and no word', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => knocks(parley, alice)));
    const refused = answers.filter(({ status }) => status !== 101);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(10);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(answer).toEqual({ status: 429, retryAfter: '1', body: '' });

    const counted = 'parley_limited_total{limit="HANDSHAKES_PER_SECOND"}';
    await expect(metric(parley, counted)).resolves.toBe(refused.length);
    await eventually(async () => (await knocks(parley, alice)).status === 101);
    expect(parley.output.match(/more than HANDSHAKES_PER_SECOND/g)).toHaveLength(1);
  });
});

interface Answer {
  readonly status: number | undefined;
  readonly retryAfter?: string | undefined;
  readonly body?: string;
}

/** A handshake in plain HTTP, whose socket, if there is one, is left at once. */
function knocks(parley: Service, { tokens }: Person): Promise<Answer> {
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
  };
  return new Promise((resolve, reject) => {
    const asked = get(`${parley.url}/messaging/?token=${tokens.access}`, { headers, agent: false });
    asked.once('upgrade', ({ statusCode: status }, socket) => {
      socket.destroy();
      resolve({ status });
    });
    asked.once('response', (response) => {
      const { statusCode: status, headers } = response;
      text(response).then((body) => {
        resolve({ status, retryAfter: headers['retry-after'], body });
      }, reject);
    });
    asked.once('error', reject);
  });
}
