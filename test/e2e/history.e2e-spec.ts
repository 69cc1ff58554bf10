import { randomUUID } from 'node:crypto';

import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { people } from '../support/people.js';
import { Service } from '../support/service.js';
import { groupOf, onADevice, says } from '../support/talk.js';

const SAID = 230;

let parley: Service;
let alices: ChatClient;
let bobs: ChatClient;
let strangers: ChatClient;
let room: GroupChat;
/** Newest first, as they were heard. */
let heard: Message[];

beforeAll(async () => {
  parley = await Service.start();
  const { alice, bob, carol } = await people(parley, 'alice', 'bob', 'carol');
  alices = await alice.arrives();
  strangers = await carol.arrives();
  const bobOnADevice = await onADevice(bob);
  bobs = bobOnADevice.device;
  room = await groupOf(alices, [bobOnADevice]);
  for (let count = 1; count <= SAID; count += 1) {
    const sender = count % 3 === 0 ? bobs : alices;
    await says(sender, room, `message ${String(count)}`);
  }
  heard = [];
  const others = await bobs.rest();
  const own = await alices.rest();
  for (const { eventType, data } of [...others, ...own])
    if (eventType === 'message.dispatch') heard.push(data as Message);
  heard.sort((one, other) => other.seq - one.seq);
});
afterAll(() => parley.stop());

const page = async (paginate?: object): Promise<object> => {
  const { eventType, data } = await bobs.ask('room.messages', {
    room_id: room.id,
    ...(paginate === undefined ? {} : { paginate }),
  });
  expect(eventType).toBe('roommessages.dispatch');
  return data;
};

const expected = (number: number, size: number): object => {
  const [first, last] = [(number - 1) * size, number * size];
  return {
    has_next: last < SAID,
    has_previous: number > 1,
    next_page_number: last < SAID ? number + 1 : null,
    prev_page_number: number > 1 ? number - 1 : null,
    page: number,
    size,
    data: { room_id: room.id, messages: heard.slice(first, last) },
  };
};

describe('room.messages', () => {
  it('shows the newest fifty, newest first, as they were heard', async () => {
    expect(heard).toHaveLength(SAID);
    await expect(page()).resolves.toEqual(expected(1, 50));
  });

  it('shows every page of every size', async () => {
    for (const [number, size] of [
      [1, 200],
      [2, 200],
      [2, 50],
      [5, 50],
      [46, 5],
      [230, 1],
      [1, 1],
    ] as const) {
      await expect(page({ page: number, size })).resolves.toEqual(expected(number, size));
    }
    await expect(page({ page: 2 })).resolves.toEqual(expected(2, 50));
    await expect(page({ size: 7 })).resolves.toEqual(expected(1, 7));
    await expect(page({})).resolves.toEqual(expected(1, 50));
  });

  it('shows an empty page beyond the last', async () => {
    await expect(page({ page: 6, size: 50 })).resolves.toEqual(expected(6, 50));
    await expect(page({ page: 1_000_000, size: 200 })).resolves.toMatchObject({
      has_next: false,
      data: { messages: [] },
    });
  });

  it('shows the newest page of a room in which nothing was said', async () => {
    const { data: empty } = await bobs.ask('room.create', { type: 'GroupChat', name: 'Quiet' });
    const { data } = await bobs.ask('room.messages', { room_id: empty.id });
    expect(data).toMatchObject({ has_next: false, has_previous: false, data: { room_id: empty.id, messages: [] } });
  });

  it('is answered to the asker alone', async () => {
    const asked = bobs.asks('room.messages', { room_id: room.id });
    await expect(bobs.answered(asked)).resolves.toMatchObject({
      eventType: 'roommessages.dispatch',
      request_id: asked,
    });
    await expect(alices.rest()).resolves.toEqual([]);
    await expect(bobs.rest()).resolves.toEqual([]);
  });

  it('refuses pages that cannot be', async () => {
    for (const wrong of [
      { page: 0 },
      { page: -1 },
      { page: 1.5 },
      { page: '1' },
      { size: 0 },
      { size: 201 },
      { size: '50' },
      { size: 1e300 },
      { page: 2 ** 53 },
    ]) {
      const refused = await bobs.isRefused('room.messages', { room_id: room.id, paginate: wrong });
      expect([wrong, refused]).toMatchObject([wrong, { code: 4003 }]);
    }
    for (const paginate of ['1', 7, [1, 50]]) {
      const refused = await bobs.isRefused('room.messages', { room_id: room.id, paginate });
      expect([paginate, refused]).toMatchObject([paginate, { code: 4003 }]);
    }
  });

  it('is for members: to others a room reads like one that is not there', async () => {
    const unknown = await strangers.isRefused('room.messages', { room_id: randomUUID() });
    const foreign = await strangers.isRefused('room.messages', { room_id: room.id });
    expect(foreign).toMatchObject({ code: 4004 });
    expect(foreign.detail).toEqual(unknown.detail);
    for (const room_id of [undefined, null, 7, '', 'x']) {
      await expect(strangers.isRefused('room.messages', { room_id })).resolves.toMatchObject({ code: 4003 });
    }
  });
});
