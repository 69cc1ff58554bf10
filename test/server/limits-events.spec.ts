import { setTimeout as delay } from 'node:timers/promises';

import type { ChatClient } from '../support/chat-client.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';

const BURST = 5;

let parley: Service;
let alice: TestUser;
let socket: ChatClient;

beforeAll(async () => {
  parley = await Service.start({ EVENTS_PER_SECOND: '1', EVENTS_BURST: String(BURST) });
});
afterAll(() => parley.stop());

beforeEach(async () => {
  ({ alice } = await users(parley, 'alice'));
  socket = await alice.connect();
});
afterEach(() => socket.close());

const heartbeats = (count: number): string[] =>
  Array.from({ length: count }, () => socket.sendRequest('session.heartbeat', {}));

describe('events above EVENTS_BURST', () => {
  it('are answered with 4029 in order, and the connection stays open', async () => {
    const ids = heartbeats(BURST + 3);
    for (const id of ids.slice(0, BURST)) {
      expect(await socket.response(id)).toEqual({ status: 'success', request_id: id });
    }
    for (const id of ids.slice(BURST)) {
      await expect(socket.receiveError()).resolves.toEqual({
        code: 4029,
        detail: expect.any(String) as string,
        event_type: 'session.heartbeat',
        request_id: id,
        retry_after: expect.any(Number) as number,
      });
    }
    expect(socket.isOpen).toBe(true);
  });

  it('are accepted again after retry_after', async () => {
    heartbeats(BURST);
    const { retry_after: seconds } = await socket.expectRefused('session.heartbeat', {});
    expect(seconds).toBeGreaterThan(0);
    await delay(seconds! * 1_000);
    await socket.request('session.heartbeat', {});
  });

  it('are not handled', async () => {
    const { data: room } = await socket.request('room.create', { type: 'GroupChat', name: 'Friends' });
    const sends = Array.from({ length: BURST }, (_, at) =>
      socket.sendRequest('message.send', { room_id: room.id, content: String(at) }),
    );
    await expect(socket.response(sends.at(-1)!)).resolves.toMatchObject({ error: { code: 4029 } });
    for (const id of sends.slice(0, -1)) {
      await expect(socket.response(id)).resolves.toMatchObject({ eventType: 'message.dispatch' });
    }
    const laptop = await alice.connect();
    const { data: page } = await laptop.request('room.messages', { room_id: room.id });
    expect(page.data.messages.map(({ content }) => content)).toEqual(['3', '2', '1', '0']);
    await laptop.close();
  });

  it('count even if they are invalid', async () => {
    for (let count = 0; count <= BURST; count += 1) socket.sendText('invalid');
    for (let count = 0; count < BURST; count += 1) {
      await expect(socket.receiveError()).resolves.toMatchObject({ code: 4003 });
    }
    const error = await socket.receiveError();
    expect(error).toMatchObject({ code: 4029 });
    expect(error).not.toHaveProperty('request_id');
  });

  it('are counted for each connection', async () => {
    const { bob } = await users(parley, 'bob');
    const [one, other] = [await bob.connect(), await bob.connect()];
    for (let count = 0; count < BURST; count += 1) one.sendRequest('session.heartbeat', {});
    await expect(one.expectRefused('session.heartbeat', {})).resolves.toMatchObject({ code: 4029 });
    await other.request('session.heartbeat', {});
    await Promise.all([one.close(), other.close()]);
  });
});

describe('WebSocket pings and pongs', () => {
  it('count as events: those above the limit are not answered', async () => {
    let pongs = 0;
    socket.socket.on('pong', () => (pongs += 1));
    for (let count = 0; count < BURST; count += 1) socket.socket.ping();
    for (let count = 0; count < 100; count += 1) socket.socket.pong();
    for (let count = 0; count < 100; count += 1) socket.socket.ping();
    await expect(socket.expectRefused('session.heartbeat', {})).resolves.toMatchObject({ code: 4029 });
    expect(pongs).toBeGreaterThanOrEqual(BURST);
    expect(pongs).toBeLessThan(100);
  });

  it.each(['ping', 'pong'] as const)('that continue are closed with 4029: %s', async (kind) => {
    for (let count = 0; count < 3_000; count += 1) socket.socket[kind]();
    await expect(socket.closed()).resolves.toEqual({ code: 4029, reason: 'too_fast' });
  });
});

describe('a connection that continues above the event limit', () => {
  it('is closed with 4029 after 1,000 refusals, without an effect on others', async () => {
    const { bob } = await users(parley, 'bob');
    const neighbour = await bob.connect();
    const before = await metric(parley, 'parley_limited_total{limit="EVENTS_PER_SECOND"}');
    heartbeats(3_000);
    await expect(socket.closed()).resolves.toEqual({ code: 4029, reason: 'too_fast' });
    const after = await metric(parley, 'parley_limited_total{limit="EVENTS_PER_SECOND"}');
    expect(after - before).toBeGreaterThan(1_000);
    const line = new RegExp(`The user ${String(alice.id)} exceeds EVENTS_PER_SECOND from 127\\.0\\.0\\.1`, 'g');
    await expect.poll(() => parley.output.match(line)).toHaveLength(1);
    expect(parley.output).not.toContain(`The user ${String(bob.id)} exceeds`);
    await neighbour.request('session.heartbeat', {});
    await neighbour.close();
  });
});
