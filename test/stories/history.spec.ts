import { randomUUID } from 'node:crypto';

import type { GroupChat, Message, MessagePage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

const SAID = 230;

let parley: Service;
let aliceDevice: ChatClient;
let bobDevice: ChatClient;
let outsiderDevice: ChatClient;
let room: GroupChat;
/** Newest first, as they were dispatched. */
let received: Message[];

beforeAll(async () => {
  parley = await sharedService();
  const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
  aliceDevice = await alice.connect();
  outsiderDevice = await carol.connect();
  const bobOnADevice = await connectMember(bob);
  bobDevice = bobOnADevice.device;
  room = await createGroup(aliceDevice, [bobOnADevice]);
  for (let count = 1; count <= SAID; count += 1) {
    const sender = count % 3 === 0 ? bobDevice : aliceDevice;
    await sendMessage(sender, room, `message ${String(count)}`);
  }
  received = [];
  const others = await bobDevice.drain();
  const own = await aliceDevice.drain();
  for (const { eventType, data } of [...others, ...own])
    if (eventType === 'message.dispatch') received.push(data as Message);
  received.sort((one, other) => other.seq - one.seq);
});

const page = async (paginate?: object): Promise<object> => {
  const { eventType, data } = await bobDevice.request('room.messages', {
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
    data: { room_id: room.id, messages: received.slice(first, last) },
  };
};

describe('room.messages', () => {
  it('returns the newest fifty messages, newest first, as they were dispatched', async () => {
    expect(received).toHaveLength(SAID);
    await expect(page()).resolves.toEqual(expected(1, 50));
  });

  it('returns every page of every size', async () => {
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

  it('returns an empty page beyond the last', async () => {
    await expect(page({ page: 6, size: 50 })).resolves.toEqual(expected(6, 50));
    await expect(page({ page: 1_000_000, size: 200 })).resolves.toMatchObject({
      has_next: false,
      data: { messages: [] },
    });
  });

  it('returns an empty first page of a room without messages', async () => {
    const { data: empty } = await bobDevice.request('room.create', { type: 'GroupChat', name: 'Quiet' });
    const { data } = await bobDevice.request('room.messages', { room_id: empty.id });
    expect(data).toMatchObject({ has_next: false, has_previous: false, data: { room_id: empty.id, messages: [] } });
  });

  it('is answered only to the requester', async () => {
    const requested = bobDevice.sendRequest('room.messages', { room_id: room.id });
    await expect(bobDevice.response(requested)).resolves.toMatchObject({
      eventType: 'roommessages.dispatch',
      request_id: requested,
    });
    await expect(aliceDevice.drain()).resolves.toEqual([]);
    await expect(bobDevice.drain()).resolves.toEqual([]);
  });

  it('accepts the paging fields beside the room id as well', async () => {
    const { data } = await bobDevice.request('room.messages', { room_id: room.id, page: 2, size: 20 });
    expect(data).toEqual(expected(2, 20));
    const { data: limited } = await bobDevice.request('room.messages', { room_id: room.id, page: 3, limit: 20 });
    expect(limited).toEqual(expected(3, 20));
    const { data: nested } = await bobDevice.request('room.messages', {
      room_id: room.id,
      page: 2,
      paginate: { page: 3 },
    });
    expect(nested).toEqual(expected(3, 50));
  });

  it.each<[string, string, object]>([
    ['page 0', 'page', { page: 0 }],
    ['a negative page', 'page', { page: -1 }],
    ['a fractional page', 'page', { page: 1.5 }],
    ['a page as text', 'page', { page: '1' }],
    ['a page above the safe integers', 'page', { page: 2 ** 53 }],
    ['a page size of 0', 'size', { size: 0 }],
    ['a page size of 201', 'size', { size: 201 }],
    ['a page size as text', 'size', { size: '50' }],
    ['a page size of 1e300', 'size', { size: 1e300 }],
    ['201 messages before a number', 'limit', { before_seq: 10, limit: 201 }],
    ['a limit of 0', 'limit', { after_seq: 10, limit: 0 }],
    ['a negative number', 'before_seq', { before_seq: -1 }],
    ['a number as text', 'after_seq', { after_seq: '1' }],
    ['a number above the safe integers', 'after_seq', { after_seq: 2 ** 53 }],
    ['both numbers', 'after_seq before_seq', { before_seq: 10, after_seq: 5 }],
    ['a page and before_seq', 'before_seq page', { page: 1, before_seq: 10 }],
    ['a page and after_seq', 'after_seq page', { page: 1, after_seq: 10 }],
  ])('refuses %s, with the name of the field', async (_, fields, paging) => {
    const named = fields.split(' ');
    for (const [data, names] of [
      [{ paginate: paging }, named.map((name) => `paginate.${name}`)],
      [paging, named],
    ] as const) {
      const { code, detail } = await bobDevice.expectRefused('room.messages', { room_id: room.id, ...data });
      expect([code, Object.keys(detail).sort()]).toEqual([4003, names]);
    }
  });

  it.each([['1'], [7], [[1, 50]], [{ offset: 3 }]])('refuses the paging %j', async (paginate) => {
    const refused = await bobDevice.expectRefused('room.messages', { room_id: room.id, paginate });
    expect(refused).toMatchObject({ code: 4003, detail: { paginate: [expect.any(String)] } });
  });

  it('is refused to non-members as for a room that does not exist', async () => {
    const unknown = await outsiderDevice.expectRefused('room.messages', { room_id: randomUUID() });
    const foreign = await outsiderDevice.expectRefused('room.messages', { room_id: room.id });
    expect(foreign).toMatchObject({ code: 4004 });
    expect(foreign.detail).toEqual(unknown.detail);
    for (const room_id of [undefined, null, 7, '', 'x']) {
      await expect(outsiderDevice.expectRefused('room.messages', { room_id })).resolves.toMatchObject({ code: 4003 });
    }
  });
});

describe('room.messages with before_seq or after_seq', () => {
  const nextTo = async (paging: object): Promise<MessagePage> =>
    (await bobDevice.request('room.messages', { room_id: room.id, paginate: paging })).data;

  const part = (first: number, last: number, size: number): object => ({
    has_next: last < SAID,
    has_previous: first > 0,
    next_page_number: null,
    prev_page_number: null,
    page: null,
    size,
    data: { room_id: room.id, messages: received.slice(first, last) },
  });

  it('returns the newest messages before a number', async () => {
    const at = (place: number): number => received[place]!.seq;
    await expect(nextTo({ before_seq: at(29), limit: 20 })).resolves.toEqual(part(30, 50, 20));
    await expect(nextTo({ before_seq: at(0) })).resolves.toEqual(part(1, 51, 50));
    await expect(nextTo({ before_seq: at(SAID - 3), limit: 2 })).resolves.toEqual(part(SAID - 2, SAID, 2));
    await expect(nextTo({ before_seq: at(SAID - 4), limit: 2 })).resolves.toEqual(part(SAID - 3, SAID - 1, 2));
    await expect(nextTo({ before_seq: Number.MAX_SAFE_INTEGER, limit: 200 })).resolves.toEqual(part(0, 200, 200));
    await expect(nextTo({ before_seq: at(SAID - 1) })).resolves.toEqual(part(SAID, SAID, 50));
    await expect(nextTo({ before_seq: 0 })).resolves.toEqual(part(SAID, SAID, 50));
  });

  it('returns the oldest messages after a number, newest first', async () => {
    const at = (place: number): number => received[place]!.seq;
    await expect(nextTo({ after_seq: at(50), limit: 20 })).resolves.toEqual(part(30, 50, 20));
    await expect(nextTo({ after_seq: 0, limit: 200 })).resolves.toEqual(part(SAID - 200, SAID, 200));
    await expect(nextTo({ after_seq: at(2), limit: 2 })).resolves.toEqual(part(0, 2, 2));
    await expect(nextTo({ after_seq: at(3), limit: 2 })).resolves.toEqual(part(1, 3, 2));
    await expect(nextTo({ after_seq: at(0) })).resolves.toEqual(part(0, 0, 50));
    await expect(nextTo({ after_seq: Number.MAX_SAFE_INTEGER })).resolves.toEqual(part(0, 0, 50));
  });

  it('returns nothing of a room without messages', async () => {
    const { data: empty } = await bobDevice.request('room.create', { type: 'GroupChat', name: 'Quiet' });
    for (const paging of [{ before_seq: 10 }, { after_seq: 0 }]) {
      const { data } = await bobDevice.request('room.messages', { room_id: empty.id, ...paging });
      expect(data).toMatchObject({ has_next: false, has_previous: false, data: { messages: [] } });
    }
  });
});
