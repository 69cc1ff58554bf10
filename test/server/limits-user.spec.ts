import { setTimeout as delay } from 'node:timers/promises';

import type { ChatClient } from '../support/chat-client.js';
import { createGroup, sendMessage } from '../support/messaging.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';

const BURST = 200;
const MEBIBYTE = 1_048_576;
const MEMBERSHIPS = 3;

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let phone: ChatClient;
let laptop: ChatClient;
let neighbour: ChatClient;

beforeAll(async () => {
  parley = await Service.start({
    EVENTS_PER_SECOND_PER_USER: '1',
    EVENTS_BURST_PER_USER: String(BURST),
    STORED_BYTES_PER_DAY: String(MEBIBYTE),
    MEMBERSHIPS_PER_USER: String(MEMBERSHIPS),
  });
});
afterAll(() => parley.stop());

beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  [phone, laptop, neighbour] = await Promise.all([alice.connect(), alice.connect(), bob.connect()]);
});
afterEach(() => Promise.all([phone, laptop, neighbour].map((device) => device.close())));

/** Sends requests at once. @returns how many of them were answered without an error */
async function accepted(device: ChatClient, count: number, eventType: string, data: object = {}): Promise<number> {
  const ids = Array.from({ length: count }, () => device.sendRequest(eventType, data));
  const answers = await Promise.all(ids.map((id) => device.response(id)));
  return answers.filter(({ error }) => error === undefined).length;
}

const limited = (limit: string): Promise<number> => metric(parley, `parley_limited_total{limit="${limit}"}`);

describe('EVENTS_PER_SECOND_PER_USER', () => {
  it('is one limit of all connections of a user and none of others, until retry_after', async () => {
    await accepted(phone, BURST, 'session.heartbeat');
    const refused = await laptop.expectRefused('session.heartbeat', {});
    expect(refused).toMatchObject({
      code: 4029,
      detail: expect.stringContaining('EVENTS_PER_SECOND_PER_USER') as string,
    });
    expect(refused.retry_after).toBeGreaterThan(0);
    expect(refused.retry_after).toBeLessThanOrEqual(1);
    await neighbour.request('session.heartbeat', {});
    await delay(refused.retry_after! * 1_000);
    await laptop.request('session.heartbeat', {});
  });

  it.each([
    ['room.list', {}, 5],
    ['session.sync', {}, 5],
    ['message.search', { query: 'parrot' }, 10],
    ['room.create', { type: 'Channel', name: 'News' }, 10],
  ])('counts %s as more than one event', async (eventType, data, cost) => {
    await expect(accepted(phone, BURST / cost - 1, eventType, data)).resolves.toBeGreaterThan(0);
    await expect(accepted(laptop, BURST, 'session.heartbeat')).resolves.toBeLessThanOrEqual(cost + 2);
  });

  it('counts an event that names messages of several rooms once for each room', async () => {
    const messages: string[] = [];
    for (let count = 0; count < MEMBERSHIPS; count += 1) {
      const room = await createGroup(phone, [{ user: bob, device: neighbour }]);
      messages.push((await sendMessage(neighbour, room, 'hello')).id);
    }
    await accepted(phone, 20, 'message.acknowledged', { message_id: messages });
    const left = BURST - 10 * MEMBERSHIPS - 20 * MEMBERSHIPS;
    await expect(accepted(laptop, BURST, 'session.heartbeat')).resolves.toBeLessThanOrEqual(left + 10);
  });

  it('counts a long frame once more for each 8 KiB', async () => {
    const { id } = await createGroup(phone, []);
    const frameOf = (bytes: number) => ({ room_id: id, content: 'x'.repeat(bytes) });
    await accepted(phone, BURST - 10 - 16, 'session.heartbeat');
    await expect(accepted(phone, 2, 'message.send', frameOf(8_192))).resolves.toBe(2);
    await expect(accepted(phone, 20, 'session.heartbeat')).resolves.toBeLessThanOrEqual(14);
  });

  it('refuses a request that costs too much before its data is validated, and counts it', async () => {
    const before = await limited('EVENTS_PER_SECOND_PER_USER');
    await accepted(phone, BURST - 5, 'session.heartbeat');
    const refused = await phone.expectRefused('message.search', { query: 7 });
    expect(refused).toMatchObject({ code: 4029, event_type: 'message.search' });
    expect(refused.retry_after).toBeGreaterThan(3);
    expect(await limited('EVENTS_PER_SECOND_PER_USER')).toBe(before + 1);
  });
});

describe('STORED_BYTES_PER_DAY', () => {
  it('refuses what would store more, and still answers what stores nothing', async () => {
    const room = await createGroup(phone, []);
    const send = { room_id: room.id, content: 'x'.repeat(10_000), extra_fields: {} };
    const frameBytes = 60_000;
    const metadata = Array.from({ length: 6 }, (_, at) => ({
      media_url: `https://example.com/${String(at)}`,
      metadata: { text: 'y'.repeat(8_000) },
    }));
    const sent = await accepted(phone, 20, 'message.send', { ...send, attachments: metadata });
    expect(sent).toBeGreaterThan(0);
    expect(sent * frameBytes).toBeLessThan(MEBIBYTE);
    const refused = await laptop.expectRefused('message.send', { ...send, attachments: metadata });
    expect(refused).toMatchObject({ code: 4029, detail: expect.stringContaining('STORED_BYTES_PER_DAY') as string });
    expect(refused.retry_after).toBeGreaterThan(60);
    expect(await limited('STORED_BYTES_PER_DAY')).toBeGreaterThan(0);
    await laptop.request('room.info', { room_id: room.id });
  });
});

describe('MEMBERSHIPS_PER_USER', () => {
  it('refuses a further room, until the user has left one', async () => {
    const rooms = [];
    for (let at = 0; at < MEMBERSHIPS; at += 1) rooms.push(await createGroup(phone, []));
    const refused = await laptop.expectRefused('room.create', { type: 'GroupChat', name: 'More' });
    expect(refused).toMatchObject({ code: 4029, detail: expect.stringContaining('MEMBERSHIPS_PER_USER') as string });
    expect(refused.retry_after).toBeGreaterThan(0);
    await phone.request('room.leave', { room_id: rooms[0]!.id });
    await createGroup(phone, []);
  });

  it('refuses to add a user who is in as many rooms', async () => {
    for (let at = 0; at < MEMBERSHIPS; at += 1) await createGroup(neighbour, []);
    const room = await createGroup(phone, []);
    const refused = await phone.expectRefused('room.add_members', { room_id: room.id, members: [bob.id] });
    expect(refused).toMatchObject({ code: 4029, detail: expect.stringContaining('1 of these users') as string });
    const { data: members } = await phone.request('room.members', { room_id: room.id });
    expect(members.members).toHaveLength(1);
  });
});
