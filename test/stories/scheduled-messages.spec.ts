import { randomUUID } from 'node:crypto';

import type { GroupChat, ScheduledMessage } from '@parley/protocol';

import { closeCast, connectCast } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import type { ChatClient } from '../support/chat-client.js';
import type { Frame } from '../support/frames.js';
import { ANY_ID, ANY_TIME, createGroup, sendMessage } from '../support/messaging.js';
import { PrivateCopy } from '../support/private-state.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

/** MAX_SCHEDULED of the service. */
const MAX_SCHEDULED = 12;
/** MAX_ANSWER_BYTES of the service with small answers. */
const SMALL_ANSWER_BYTES = 65_536;
const DAY_MS = 86_400_000;
/** A scheduled message is at most so late without load. */
const LATE_MS = 2_000;

let parley: Service;
let cast: Cast;
let room: GroupChat;

beforeAll(async () => {
  parley = await sharedService('fewItems');
});
beforeEach(async () => {
  cast = await connectCast(parley);
  room = await createGroup(cast.phone, [{ user: cast.bob, device: cast.bobDevice }]);
  for (const device of [cast.phone, cast.laptop, cast.bobDevice]) await device.drain();
});
afterEach(() => closeCast(cast));

const ahead = (ms: number): string => new Date(Date.now() + ms).toISOString();

const schedule = (device: ChatClient, more: object = {}) =>
  device.request('message.schedule', { room_id: room.id, content: 'later', send_at: ahead(DAY_MS), ...more });

async function scheduled(device: ChatClient, query: object = {}): Promise<readonly ScheduledMessage[]> {
  const { data } = await device.request('schedule.list', query);
  return data.scheduled;
}

const codeOf = async (refused: Promise<{ code: number }>): Promise<number> => (await refused).code;

const isEnd = ({ data }: Frame): boolean => (data as { removed?: true }).removed === true;

describe('message.schedule', () => {
  it('reaches all devices of the author with the next private number, and nobody else', async () => {
    const extra_fields = { metadata: { a: '\u0000', b: [1.5] }, mentions: [cast.bob.id], silent: true };
    const send_at = ahead(DAY_MS);
    const { request_id: _id, ...answer } = await schedule(cast.phone, { extra_fields, send_at });
    expect(answer).toMatchObject({ eventType: 'messageschedule.dispatch', private_seq: 1 });
    expect(answer.data).toEqual({
      id: ANY_ID,
      room_id: room.id,
      content: 'later',
      extra_fields,
      send_at,
      created_at: ANY_TIME,
      updated_at: ANY_TIME,
      refused: null,
    });
    await expect(cast.laptop.receive('messageschedule.dispatch')).resolves.toEqual(answer);
    await expect(scheduled(cast.laptop)).resolves.toEqual([answer.data]);
    await expect(scheduled(cast.bobDevice)).resolves.toEqual([]);
    await expect(cast.bobDevice.drain()).resolves.toEqual([]);
  });

  it('can be retried with the same client_message_id, which then belongs to this message', async () => {
    const client_message_id = randomUUID();
    const { data: first } = await schedule(cast.phone, { client_message_id: client_message_id.toUpperCase() });
    expect(first).toMatchObject({ id: client_message_id });
    const again = await schedule(cast.laptop, { client_message_id, content: 'other' });
    expect(again).toMatchObject({ data: first, meta: { changed: false } });
    const elsewhere = await createGroup(cast.phone, []);
    const requests = [
      { room_id: elsewhere.id, client_message_id },
      { client_message_id: randomUUID(), room_id: room.id },
    ] as const;
    await cast.phone.request('message.send', { ...requests[1], content: 'sent now' });
    for (const data of requests) {
      const refused = cast.phone.expectRefused('message.schedule', { content: 'x', send_at: ahead(DAY_MS), ...data });
      await expect(codeOf(refused)).resolves.toBe(4005);
    }
    await expect(scheduled(cast.phone)).resolves.toEqual([first]);
  });

  it.each([
    { send_at: '2020-01-01T00:00:00Z' },
    { send_at: ahead(367 * DAY_MS) },
    { send_at: 'tomorrow' },
    { send_at: null },
    { content: '' },
    { extra_fields: { thread_id: randomUUID() } },
    { extra_fields: { mentions: [1] } },
    { extra_fields: { unknown: 1 } },
    { client_message_id: 'x' },
  ])('refuses %o', async (given) => {
    const data = { room_id: room.id, content: 'x', send_at: ahead(DAY_MS), ...given };
    await expect(codeOf(cast.phone.expectRefused('message.schedule', data))).resolves.toBe(4003);
    await expect(scheduled(cast.phone)).resolves.toEqual([]);
  });

  it('requires the rights that sending requires', async () => {
    const data = { room_id: room.id, content: 'x', send_at: ahead(DAY_MS) };
    await expect(codeOf(cast.carolDevice.expectRefused('message.schedule', data))).resolves.toBe(4004);
    const locked = { room_id: room.id, action: 'update', data: { group_locked: true } };
    await cast.phone.request('room.modify', locked);
    await expect(codeOf(cast.bobDevice.expectRefused('message.schedule', data))).resolves.toBe(4002);
    await expect(schedule(cast.phone)).resolves.toMatchObject({ private_seq: 1 });
  });

  it('takes at most MAX_SCHEDULED of a user, also when requests race', async () => {
    const requested = Array.from({ length: MAX_SCHEDULED + 1 }, (_, at) => {
      const device = at % 2 === 0 ? cast.phone : cast.laptop;
      const data = { room_id: room.id, content: String(at), send_at: ahead(DAY_MS) };
      return device.response(device.sendRequest('message.schedule', data));
    });
    const codes = (await Promise.all(requested)).map(({ error }) => error?.code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(MAX_SCHEDULED);
    expect(codes.filter((code) => code === 4005)).toHaveLength(1);
    const [first] = await scheduled(cast.phone);
    await cast.phone.request('schedule.cancel', { id: first!.id });
    await schedule(cast.phone);
    await expect(scheduled(cast.phone)).resolves.toHaveLength(MAX_SCHEDULED);
  });
});

describe('schedule.update and schedule.cancel', () => {
  it('change what they name, and reach all devices', async () => {
    const { data: first } = await schedule(cast.phone, { extra_fields: { kind: 'note' } });
    const { data: content } = await cast.laptop.request('schedule.update', { id: first.id, content: 'anew' });
    expect(content).toEqual({ ...first, content: 'anew', updated_at: ANY_TIME });
    const send_at = ahead(2 * DAY_MS);
    const moved = await cast.laptop.request('schedule.update', { id: first.id, extra_fields: null, send_at });
    expect(moved).toMatchObject({ data: { content: 'anew', extra_fields: {}, send_at }, private_seq: 3 });
    const same = await cast.laptop.request('schedule.update', { id: first.id, content: 'anew', send_at });
    expect(same).toMatchObject({ data: moved.data, meta: { changed: false } });
    const cancelled = await cast.laptop.request('schedule.cancel', { id: first.id });
    expect(cancelled).toMatchObject({
      eventType: 'schedulecancel.dispatch',
      data: { id: first.id, room_id: room.id, reason: null, removed: true },
      private_seq: 4,
    });
    const received = await cast.phone.drain();
    expect(received.map(({ private_seq: seq }) => seq)).toEqual([2, 3, 4]);
    await expect(scheduled(cast.phone)).resolves.toEqual([]);
  });

  it('change whom the message mentions, and it is sent so', async () => {
    const { data: first } = await schedule(cast.phone, { extra_fields: { mention_room: true } });
    const change = { id: first.id, content: 'for Bob', extra_fields: { mentions: [cast.bob.id] } };
    const { data: named } = await cast.phone.request('schedule.update', change);
    expect(named).toMatchObject({ content: 'for Bob', extra_fields: { mentions: [cast.bob.id] } });
    const stranger = { id: first.id, extra_fields: { mentions: [cast.carol.id] } };
    await expect(codeOf(cast.phone.expectRefused('schedule.update', stranger))).resolves.toBe(4003);
    const both = { mentions: [cast.bob.id], mention_room: true };
    await cast.laptop.request('schedule.update', { id: first.id, extra_fields: both, send_at: ahead(1_500) });
    const { data: message } = await cast.bobDevice.receive('message.dispatch');
    expect(message).toMatchObject({ content: 'for Bob', mentions: [{ id: cast.bob.id }], mention_room: true });
  });

  it('refuse what is not scheduled by the user, and what message.schedule refuses', async () => {
    const { data } = await schedule(cast.phone);
    for (const [device, id] of [
      [cast.bobDevice, data.id],
      [cast.phone, randomUUID()],
    ] as const) {
      await expect(codeOf(device.expectRefused('schedule.update', { id, content: 'x' }))).resolves.toBe(4004);
      await expect(codeOf(device.expectRefused('schedule.cancel', { id }))).resolves.toBe(4004);
    }
    for (const change of [{ content: '' }, { send_at: '2020-01-01T00:00:00Z' }, { send_at: null }, { content: null }]) {
      const refused = cast.phone.expectRefused('schedule.update', { id: data.id, ...change });
      await expect(codeOf(refused)).resolves.toBe(4003);
    }
    await expect(scheduled(cast.phone)).resolves.toEqual([data]);
  });
});

describe('schedule.list', () => {
  it('returns the earliest first, page by page, and a sync returns the same', async () => {
    const early = await PrivateCopy.of(cast.phone);
    const ids: string[] = [];
    for (const days of [3, 1, 2, 4]) {
      ids[days - 1] = (await schedule(cast.phone, { send_at: ahead(days * DAY_MS) })).data.id;
    }
    const first = await cast.phone.request('schedule.list', { limit: 3 });
    expect(first.data.scheduled.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    const { data: rest } = await cast.phone.request('schedule.list', { cursor: first.data.next_cursor });
    expect([rest.scheduled.map(({ id }) => id), rest.next_cursor]).toEqual([ids.slice(3), null]);
    for (const cursor of ['x', first.data.next_cursor!.slice(1)]) {
      await expect(codeOf(cast.phone.expectRefused('schedule.list', { cursor }))).resolves.toBe(4003);
    }
    await cast.phone.request('schedule.cancel', { id: ids[0] });
    await early.sync(cast.phone);
    expect(early.view()).toMatchObject({ seq: 5, scheduled: expect.objectContaining({ length: 3 }) as object });
    expect(early.view()).toEqual((await PrivateCopy.of(cast.laptop)).view());
  });
});

it('pages of large scheduled messages have the bytes of one answer', async () => {
  const small = await connectCast(await sharedService('smallAnswers'));
  const group = await createGroup(small.phone, []);
  const ids: string[] = [];
  for (const days of [1, 2, 3]) {
    const data = { room_id: group.id, content: '💬'.repeat(10_000), send_at: ahead(days * DAY_MS) };
    ids.push((await small.phone.request('message.schedule', data)).data.id);
  }
  const listed: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, meta } = await small.phone.request('schedule.list', cursor === undefined ? {} : { cursor });
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(SMALL_ANSWER_BYTES);
    expect(meta?.truncated).toBe(data.next_cursor === null ? undefined : true);
    listed.push(...data.scheduled.map(({ id }) => id));
    cursor = data.next_cursor;
  }
  expect(listed).toEqual(ids);
  const copy = await PrivateCopy.of(small.phone);
  expect(copy.view()).toMatchObject({ scheduled: expect.objectContaining({ length: 3 }) as object });
  const extra_fields = { metadata: { a: 'x'.repeat(2_000) } };
  const refused = { room_id: group.id, content: '\u0002'.repeat(10_000), extra_fields, send_at: ahead(DAY_MS) };
  await expect(codeOf(small.phone.expectRefused('message.schedule', refused))).resolves.toBe(4003);
  for (const device of [small.phone, small.laptop, small.bobDevice, small.carolDevice, small.daveDevice])
    await device.close();
});

describe('a scheduled message', () => {
  it('is sent once at its time, as any other', async () => {
    const { bobDevice, phone, laptop } = cast;
    const parent = await sendMessage(bobDevice, room, 'a question');
    const dueAt = Date.now() + 1_000;
    const send_at = new Date(dueAt).toISOString();
    const extra_fields = { parent_message_id: parent.id, mentions: [cast.bob.id], metadata: { a: 1 } };
    const { data: item } = await schedule(phone, { content: 'an answer', extra_fields, send_at });
    await phone.request('draft.set', { room_id: room.id, content: 'unfinished' });
    const { data: message } = await bobDevice.receive('message.dispatch', ({ data }) => data.content === 'an answer');
    expect(Date.now()).toBeGreaterThanOrEqual(dueAt);
    expect(Date.now()).toBeLessThan(dueAt + LATE_MS);
    expect(message).toMatchObject({
      client_message_id: item.id,
      sender: { id: cast.alice.id },
      metadata: { a: 1 },
      parent_message: { id: parent.id },
      mentions: [{ id: cast.bob.id }],
    });
    for (const device of [phone, laptop]) {
      await expect(device.receive('messageschedule.dispatch', isEnd)).resolves.toMatchObject({
        data: { id: item.id, room_id: room.id, message_id: message.id, removed: true },
        private_seq: 3,
      });
      await expect(device.receive('message.dispatch', ({ data }) => data.id === message.id)).resolves.toBeDefined();
    }
    await expect(scheduled(phone)).resolves.toEqual([]);
    expect((await PrivateCopy.of(phone)).view()).toMatchObject({ drafts: [{ content: 'unfinished' }] });
    const again = { room_id: room.id, content: 'x', client_message_id: item.id };
    await expect(phone.request('message.send', again)).resolves.toMatchObject({
      data: { id: message.id },
      meta: { duplicate: true },
    });
  });
});
