import type { GroupChat, Message } from '@parley/protocol';

import { closeCast, connectCast } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import type { ChatClient } from '../support/chat-client.js';
import type { Received } from '../support/frames.js';
import { ANY_TIME, createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import { PrivateCopy } from '../support/private-state.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const NOT_THERE = '01980000-0000-7000-8000-000000000000';
/** MAX_DRAFTS of the service. */
const MAX_DRAFTS = 4;
const MAX_CONTENT_LENGTH = 10_000;
/** MAX_ANSWER_BYTES of the service with small answers. */
const SMALL_ANSWER_BYTES = 65_536;
/** More than the service reads at once. */
const LARGE_DRAFTS = 24;

let parley: Service;
let cast: Cast;
let room: GroupChat;
let start: Message;

beforeAll(async () => {
  parley = await sharedService('fewItems');
});
beforeEach(async () => {
  cast = await connectCast(parley);
  room = await createGroup(cast.phone, [{ user: cast.bob, device: cast.bobDevice }]);
  start = await sendMessage(cast.bobDevice, room, 'what do you think?');
  for (const device of [cast.phone, cast.laptop, cast.bobDevice]) await device.drain();
});
afterEach(() => closeCast(cast));

const draft = (device: ChatClient, content: string, place: object = {}) =>
  device.request('draft.set', { room_id: room.id, content, ...place });

/** The drafts that the service keeps for the user, as a new client receives them. */
async function kept(device: ChatClient): Promise<object[]> {
  const { drafts } = (await PrivateCopy.of(device)).view() as { drafts: object[] };
  return drafts;
}

const removed = (threadId: string | null = null) => ({
  room_id: room.id,
  thread_id: threadId,
  content: '',
  updated_at: null,
  removed: true,
});

/** The service has cleared the draft of a place. */
const receivesEnd = (device: ChatClient, threadId: string | null = null) =>
  device.receive('draft.dispatch', ({ data }) => data.removed === true && data.thread_id === threadId);

describe('draft.set', () => {
  it('reaches all devices of the user with the next private number, and nobody else', async () => {
    const { phone, laptop, bobDevice } = cast;
    const { request_id: _id, ...answer } = await draft(phone, 'I think \0');
    expect(answer).toEqual({
      eventType: 'draft.dispatch',
      data: { room_id: room.id, thread_id: null, content: 'I think \0', updated_at: ANY_TIME },
      private_seq: 1,
    });
    await expect(laptop.receive('draft.dispatch')).resolves.toEqual(answer);
    await expect(draft(laptop, 'I think so')).resolves.toMatchObject({ private_seq: 2 });
    await expect(kept(phone)).resolves.toMatchObject([{ content: 'I think so' }]);
    await expect(draft(laptop, '')).resolves.toMatchObject({ data: removed(), private_seq: 3 });
    await expect(receivesEnd(phone)).resolves.toMatchObject({ private_seq: 3 });
    await expect(kept(phone)).resolves.toEqual([]);
    await expect(bobDevice.drain()).resolves.toEqual([]);
  });

  it('takes no number if nothing changes', async () => {
    const none = await draft(cast.phone, '');
    expect(none).toMatchObject({ data: removed(), meta: { changed: false } });
    await draft(cast.phone, 'the same');
    const again = await draft(cast.laptop, 'the same');
    expect(again).toMatchObject({ data: { content: 'the same' }, meta: { changed: false } });
    expect([none.private_seq, again.private_seq]).toEqual([undefined, undefined]);
    await expect(PrivateCopy.of(cast.phone)).resolves.toMatchObject({ seq: 1 });
  });

  it('keeps the text of a thread beside that of the room, and changes that race leave one of both', async () => {
    await draft(cast.phone, 'to the room');
    const thread = { thread_id: start.id.toUpperCase() };
    await expect(draft(cast.phone, 'to the thread', thread)).resolves.toMatchObject({ data: { thread_id: start.id } });
    await expect(kept(cast.laptop)).resolves.toMatchObject([
      { thread_id: null, content: 'to the room' },
      { thread_id: start.id, content: 'to the thread' },
    ]);
    const raced = ['a', 'b', 'c', 'd'].map((content, at) =>
      draft(at % 2 === 0 ? cast.phone : cast.laptop, content, thread),
    );
    const numbers = (await Promise.all(raced)).map(({ private_seq: seq }) => seq);
    expect(numbers.toSorted()).toEqual([3, 4, 5, 6]);
    const copies = [await PrivateCopy.of(cast.phone), await PrivateCopy.of(cast.laptop)];
    expect(copies[0]!.view()).toEqual(copies[1]!.view());
  });

  it('refuses what is too long, and places that the user cannot read', async () => {
    const { phone, carolDevice } = cast;
    const content = '💬'.repeat(MAX_CONTENT_LENGTH);
    await expect(draft(phone, content)).resolves.toMatchObject({ data: { content } });
    const refusals: [ChatClient, object, number][] = [
      [phone, { room_id: room.id, content: `${content}.` }, 4003],
      [phone, { room_id: room.id, content: null }, 4003],
      [phone, { room_id: NOT_THERE, content: 'x' }, 4004],
      [phone, { room_id: room.id, thread_id: NOT_THERE, content: 'x' }, 4004],
      [carolDevice, { room_id: room.id, content: 'x' }, 4004],
      [carolDevice, { room_id: room.id, content: '' }, 4004],
    ];
    for (const [device, data, code] of refusals)
      await expect(device.expectRefused('draft.set', data)).resolves.toMatchObject({ code });
    await expect(PrivateCopy.of(phone)).resolves.toMatchObject({ seq: 1 });
  });

  it('keeps drafts of subscribers of a Channel, who may not send', async () => {
    const { phone, bobDevice } = cast;
    const news = { type: 'Channel', name: 'News', extra_fields: { is_public: true } };
    const { data: channel } = await phone.request('room.create', news);
    await bobDevice.request('room.join', { room_id: channel.id });
    await expect(draft(bobDevice, 'one day', { room_id: channel.id })).resolves.toMatchObject({ private_seq: 1 });
  });

  it('keeps at most MAX_DRAFTS drafts, also when requests race', async () => {
    const places: object[] = [{}];
    for (let at = 0; at < MAX_DRAFTS; at += 1) {
      places.push({ thread_id: (await sendMessage(cast.bobDevice, room, String(at))).id });
    }
    const requested = places.map((place, at) => {
      const device = at % 2 === 0 ? cast.phone : cast.laptop;
      return device.response(device.sendRequest('draft.set', { room_id: room.id, content: 'unsent', ...place }));
    });
    const codes = (await Promise.all(requested)).map(({ error }) => error?.code);
    expect(codes.toSorted()).toEqual([4005, ...Array.from({ length: MAX_DRAFTS }, () => undefined)]);
    const refused = places[codes.indexOf(4005)]!;
    const [full] = places.filter((place) => place !== refused);
    await expect(draft(cast.phone, 'changed', full)).resolves.toMatchObject({ data: { content: 'changed' } });
    await draft(cast.phone, '', full);
    await expect(draft(cast.phone, 'unsent', refused)).resolves.toMatchObject({ data: { content: 'unsent' } });
  });
});

it('a sync returns the largest drafts in pages of the bytes of an answer', async () => {
  const small = await sharedService('smallAnswers');
  const { erin } = await users(small, 'erin');
  const device = await erin.connect();
  const { data: own } = await device.request('room.create', { type: 'GroupChat', name: 'Notes' });
  const content = '💬'.repeat(MAX_CONTENT_LENGTH / 2);
  const places = [own.id];
  while (places.length < LARGE_DRAFTS) places.push((await sendMessage(device, own, 'a note')).id);
  for (const id of places)
    await draft(device, content, { room_id: own.id, ...(id === own.id ? {} : { thread_id: id }) });
  for (const data of [{ private_seq: 0 }, { private_seq: LARGE_DRAFTS + 1 }]) {
    const requestId = device.sendRequest('session.sync', data);
    const found: (string | null)[] = [];
    for (let isComplete = false; !isComplete;) {
      const { data: page } = (await device.response(requestId)) as Received<'sessionsync.dispatch'>;
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(SMALL_ANSWER_BYTES);
      found.push(...(page.private?.drafts ?? []).map(({ thread_id: id }) => id ?? own.id));
      isComplete = page.complete;
    }
    expect(found.toSorted()).toEqual(places.toSorted());
  }
  await device.close();
});

describe('a draft', () => {
  it('is cleared by a send in the same place, in the log of its sender alone', async () => {
    const { phone, laptop, bobDevice } = cast;
    await draft(bobDevice, 'of Bob');
    await draft(phone, 'to the room');
    await draft(phone, 'to the thread', { thread_id: start.id });
    await sendMessage(laptop, room, 'to the room');
    await expect(receivesEnd(phone)).resolves.toMatchObject({ private_seq: 3 });
    await expect(kept(phone)).resolves.toMatchObject([{ thread_id: start.id }]);

    await draft(phone, 'another to the room');
    const reply = { content: 'a reply', extra_fields: { thread_id: start.id, also_to_room: true } };
    await phone.request('message.send', { room_id: room.id, ...reply });
    await expect(receivesEnd(laptop, start.id)).resolves.toMatchObject({ data: removed(start.id) });
    await expect(kept(phone)).resolves.toMatchObject([{ thread_id: null, content: 'another to the room' }]);
    await expect(kept(bobDevice)).resolves.toMatchObject([{ content: 'of Bob' }]);
  });

  it('is cleared by messages of all forms', async () => {
    const { phone } = cast;
    const media = [{ media_url: 'https://x.example/a.png', media_type: 'image', mime_type: 'image/png' }];
    const forms = [{ media }, { kind: 'card' }, { mentions: [cast.bob.id] }, { poll: { options: ['a', 'b'] } }];
    for (const extra_fields of forms) {
      await draft(phone, 'unsent');
      await phone.request('message.send', { room_id: room.id, content: 'sent', extra_fields });
      await expect(kept(phone)).resolves.toEqual([]);
    }
  });

  it('stays when the message is refused', async () => {
    await draft(cast.phone, 'unsent');
    await cast.phone.expectRefused('message.send', { room_id: room.id, content: '' });
    await expect(kept(cast.laptop)).resolves.toMatchObject([{ content: 'unsent' }]);
  });

  it('ends with the membership, and with the room', async () => {
    const { phone, bobDevice } = cast;
    await draft(bobDevice, 'of Bob');
    await draft(phone, 'of Alice');
    await phone.request('room.remove_members', { room_id: room.id, members: [cast.bob.id] });
    await expect(kept(bobDevice)).resolves.toEqual([]);
    const { code } = await bobDevice.expectRefused('draft.set', { room_id: room.id, content: 'again' });
    expect(code).toBe(4004);
    await phone.request('room.add_members', { room_id: room.id, members: [cast.bob.id] });
    await expect(kept(bobDevice)).resolves.toEqual([]);
    await phone.request('room.modify', { room_id: room.id, action: 'delete' });
    await expect(kept(phone)).resolves.toEqual([]);
  });

  it('of a thread ends with the thread', async () => {
    const { phone, bobDevice } = cast;
    await draft(phone, 'to the thread', { thread_id: start.id });
    await bobDevice.request('message.modify', { action: 'delete', message_id: start.id });
    await expect(kept(phone)).resolves.toEqual([]);
  });
});
