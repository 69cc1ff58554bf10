import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { ALLOW, answering, HOLD, HookServer } from '../support/hook-server.js';
import { historyOf } from '../support/messaging.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';

let hook: HookServer;
let service: Service;

beforeAll(async () => {
  hook = await HookServer.start();
  service = await Service.start({ ...hook.settings, MODERATION_TIMEOUT_MS: '10000' });
});
afterAll(async () => {
  await service.stop();
  hook.stop();
});
beforeEach(() => {
  hook.answer = ALLOW;
});

async function scene() {
  const { alice, bob } = await users(service, 'alice', 'bob');
  const [leader, device] = await Promise.all([alice.connect(), bob.connect()]);
  const create = async (name: string): Promise<Room> =>
    (await leader.request('room.create', { type: 'GroupChat', name, participants: [bob.id] })).data;
  return { alice, bob, leader, device, create, room: await create('Friends') };
}

const message = ({ id }: Room, content: string, client_message_id?: string) => ({
  room_id: id,
  content,
  ...(client_message_id && { client_message_id }),
});

const sendRaw = (device: ChatClient, data: object) => device.response(device.sendRequest('message.send', data));

/** An address at which nothing listens. */
async function nowhere(): Promise<number> {
  const gone = createServer();
  await once(gone.listen(0, '127.0.0.1'), 'listening');
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  return port;
}

describe('a hook that flaps', () => {
  it('decides whenever it answers: failures that are not in a row do not stop the questions', async () => {
    const { device, room } = await scene();
    let count = 0;
    hook.answer = (response, question) => {
      count += 1;
      if (count % 2 === 0) response.destroy();
      else answering({ action: 'replace', content: `${question.data.content}!` })(response, question);
    };
    for (let time = 0; time < 24; time += 1) {
      const { data } = await device.request('message.send', message(room, String(time)));
      expect(data.content).toBe(time % 2 === 0 ? `${String(time)}!` : String(time));
    }
    await expect(metric(service, 'parley_moderation_total{outcome="away"}')).resolves.toBe(12);
    await expect(metric(service, 'parley_moderation_up')).resolves.toBe(1);
  });
});

describe('a hook that is slow', () => {
  it('has 64 calls, which /health says, and slow rooms leave some of them to the others', async () => {
    const { bob, leader, create, room: slow } = await scene();
    const waiting: ServerResponse[] = [];
    const quick = await create('Quick');
    hook.answer = (response, question) => {
      if (question.data.room.id === quick.id) ALLOW(response, question);
      else waiting.push(response);
    };
    /** A connection has sends of one room under way at once. */
    const sends = async (target: Room, size: number) => {
      const device = await bob.connect();
      return Array.from({ length: size }, (_, at) => sendRaw(device, message(target, String(at))));
    };
    const isServed = async (content: string) => {
      expect((await leader.request('message.send', message(quick, content))).data.content).toBe(content);
    };
    const pending = [...(await sends(slow, 20)), ...(await sends(slow, 20))];
    await eventually(() => waiting.length === 32);
    await isServed('beside one slow room');
    for (const name of ['b', 'c', 'd']) pending.push(...(await sends(await create(name), 20)));
    await eventually(async () => (await metric(service, 'parley_moderation_calls')) === 60);
    await isServed('beside four slow rooms');
    const report = (await (await fetch(`${service.url}/health`)).json()) as { details: Record<string, object> };
    expect(report.details.moderation).toMatchObject({ status: 'degraded' });
    hook.answer = ALLOW;
    for (const response of waiting) response.end('{"action": "allow"}');
    const answers = await Promise.all(pending);
    expect(answers.map(({ eventType }) => eventType)).toEqual(answers.map(() => 'message.dispatch'));
  });
});

describe('a service that is killed', () => {
  it('between the verdict and its storing has answered nothing, and holds the message once when it is sent again', async () => {
    const { bob, device, room } = await scene();
    const request = message(room, 'hello', crypto.randomUUID());
    const database = await connected(service.serviceData);
    await database.query('BEGIN');
    await database.query('SELECT FROM users FOR UPDATE');
    hook.answer = HOLD;
    const asked = hook.asked.length;
    device.sendRequest('message.send', request);
    await eventually(() => hook.asked.length === asked + 1);
    await service.kill('SIGKILL');
    await database.query('ROLLBACK');
    expect((await device.drain()).filter(({ eventType }) => eventType === 'messageheld.dispatch')).toEqual([]);
    await service.begin();
    const laptop = await bob.connect();
    await expect(sendRaw(laptop, request)).resolves.toMatchObject({ eventType: 'messageheld.dispatch' });
    const { rowCount } = await database.query('SELECT FROM held_messages WHERE room_id = $1', [room.id]);
    expect(rowCount).toBe(1);
    await database.end();
  });

  it('after the answer keeps the held message, and sends it once when it is allowed', async () => {
    const { alice, bob, leader, device, room } = await scene();
    hook.answer = HOLD;
    const held = (await sendRaw(device, message(room, 'hello', crypto.randomUUID()))).data as { message_id: string };
    const release = { message_id: held.message_id, allow: true };
    leader.sendRequest('message.release', release);
    await service.kill('SIGKILL');
    await service.begin();
    const [phone, laptop] = await Promise.all([alice.connect(), bob.connect()]);
    const answer = await phone.response(phone.sendRequest('message.release', release));
    expect([undefined, 4004]).toContain(answer.error?.code);
    expect((await historyOf(laptop, room)).map(({ id }) => id)).toEqual([held.message_id]);
    const { data } = await phone.request('held.list', { room_id: room.id });
    expect(data.held).toEqual([]);
  });
});

describe('a hook that is away', () => {
  it.each([
    ['allow', { eventType: 'message.dispatch', data: { content: 'hello' } }],
    ['reject', { error: { code: 4003, detail: { content: ['It could not be checked. Try again later.'] } } }],
    ['hold', { eventType: 'messageheld.dispatch', data: { content: 'hello' } }],
  ])('leaves messages to MODERATION_FALLBACK=%s, and decides when it is back', async (fallback, answer) => {
    const port = await nowhere();
    const settings = { MODERATION_URL: `http://127.0.0.1:${String(port)}/`, MODERATION_FALLBACK: fallback };
    await service.restart('SIGTERM', settings);
    const { device, room } = await scene();
    const id = crypto.randomUUID();
    await expect(sendRaw(device, message(room, 'hello', id))).resolves.toMatchObject(answer);
    const back = await HookServer.start(port);
    await expect(device.request('message.send', message(room, 'checked'))).resolves.toMatchObject({
      data: { content: 'checked' },
    });
    expect(back.contents).toEqual(['checked']);
    const again = await sendRaw(device, message(room, 'hello', id));
    // A send without a decision may be decided now; a stored or held message stays so.
    if (fallback === 'reject') expect(again).toMatchObject({ data: { content: 'hello' } });
    else expect(again).toMatchObject({ ...answer, meta: fallback === 'hold' ? { held: true } : { duplicate: true } });
    expect(back.contents).toEqual(fallback === 'reject' ? ['checked', 'hello'] : ['checked']);
    back.stop();
  });
});
