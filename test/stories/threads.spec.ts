import type { Message, ThreadListEntry } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { GroupFixture } from '../support/group-fixture.js';
import { allReceive, historyOf, sendMessage } from '../support/messaging.js';
import { eventually } from '../support/eventually.js';
import { PrivateCopy } from '../support/private-state.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { sync } from '../support/client-state.js';

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService();
  fixture = await GroupFixture.create(parley);
});
beforeEach(() => fixture.createRoom());
afterEach(() => fixture.drain());

const reply = (device: ChatClient, { id }: Message, extra: object = {}): Promise<Message> =>
  fixture.sendAndDeliver(device, 'a reply', { thread_id: id, ...extra });

async function threadsOf(device: ChatClient, request: object = {}): Promise<readonly ThreadListEntry[]> {
  const { data } = await device.request('thread.list', request);
  return data.filter(({ thread }) => thread.room.id === fixture.room.id);
}

const entryOf = async (device: ChatClient): Promise<object | undefined> => {
  const [entry] = await threadsOf(device);
  return entry && { id: entry.thread.id, unread: entry.unread_count, mentions: entry.unread_mentions };
};

const messagesIn = async (device: ChatClient, { id }: Message, request: object = {}): Promise<readonly Message[]> =>
  (await device.request('thread.messages', { thread_id: id, room_id: fixture.room.id, ...request })).data.messages;

const idsOf = (messages: readonly { readonly id: string }[]): string[] => messages.map(({ id }) => id);

describe('a reply in a thread', () => {
  it('is dispatched with the summary of the thread, which the first message then has', async () => {
    const { phone, bob, bobDevice, carol, carolDevice } = fixture;
    const start = await fixture.sendAndDeliver(phone, 'a question');
    expect(start).toMatchObject({ thread: null, also_to_room: false, thread_summary: null });
    await phone.request('message.send', { room_id: fixture.room.id, content: 'no reply' });
    await bobDevice.request('message.send', {
      room_id: fixture.room.id,
      content: 'one',
      extra_fields: { thread_id: start.id.toUpperCase() },
    });
    const { data: two } = await carolDevice.request('message.send', {
      room_id: fixture.room.id,
      content: 'two',
      extra_fields: { thread_id: start.id },
    });
    const received = await phone.receive('message.dispatch', ({ data }) => data.id === two.id);
    const summary = {
      reply_count: 2,
      last_reply_at: two.created_at,
      participants: [{ id: carol.id }, { id: bob.id }],
    };
    expect(received.data).toMatchObject({ thread: { id: start.id, summary }, also_to_room: false });
    const [, shown] = await historyOf(bobDevice, fixture.room);
    expect(shown).toMatchObject({ id: start.id, thread: null, thread_summary: summary });
  });

  it('stands in the thread, and in the room if it was sent there too', async () => {
    const { phone, bobDevice } = fixture;
    const start = await fixture.sendAndDeliver(phone, 'a question');
    const hidden = await reply(bobDevice, start);
    const shown = await reply(bobDevice, start, { also_to_room: true });
    expect(shown).toMatchObject({ thread: { id: start.id }, also_to_room: true });
    expect(idsOf(await historyOf(phone, fixture.room))).toEqual(idsOf([shown, start]));
    const all = await phone.request('room.messages', { room_id: fixture.room.id, include_threads: true });
    expect(idsOf(all.data.data.messages)).toEqual(idsOf([shown, hidden, start]));
    expect(idsOf(await messagesIn(phone, start))).toEqual(idsOf([shown, hidden, start]));
    await expect(messagesIn(phone, start, { after_seq: start.seq, limit: 1 })).resolves.toMatchObject([
      { id: hidden.id, thread: { id: start.id } },
    ]);
    const { data } = await phone.request('thread.messages', { thread_id: start.id, before_seq: shown.seq, limit: 1 });
    expect(data).toMatchObject({ has_next: true, has_previous: true, messages: [{ id: hidden.id }] });
  });

  it('changes neither the last message of the room nor what is unread there', async () => {
    const { phone, bobDevice, carol } = fixture;
    const start = await fixture.sendAndDeliver(phone, 'a question');
    await bobDevice.request('room.archive', { room_id: fixture.room.id, archived: true });
    await reply(fixture.carolDevice, start, { mentions: [fixture.bob.id] });
    const entry = async (request: object) => {
      const { data } = await bobDevice.request('room.list', request);
      return data.find(({ id }) => id === fixture.room.id);
    };
    await expect(entry({ archived: true })).resolves.toMatchObject({
      last_message: { id: start.id },
      unread_count: 1,
      unread_mentions: 0,
    });
    const inRoom = await reply(fixture.carolDevice, start, { mentions: [fixture.bob.id], also_to_room: true });
    await expect(entry({})).resolves.toMatchObject({
      last_message: { id: inRoom.id, sender: { id: carol.id } },
      unread_count: 2,
      unread_mentions: 1,
    });
    await carolDeletes(inRoom);
    await expect(entry({ archived: true })).resolves.toMatchObject({ last_message: { id: start.id }, unread_count: 1 });
  });

  it('may answer a message of the thread too', async () => {
    const { phone, bobDevice } = fixture;
    const start = await fixture.sendAndDeliver(phone, 'a question');
    const first = await reply(bobDevice, start);
    await expect(reply(phone, start, { parent_message_id: first.id })).resolves.toMatchObject({
      thread: { id: start.id },
      parent_message: { id: first.id, thread: { id: start.id } },
    });
  });

  it.each([
    ['itself in a thread', async () => (await reply(fixture.bobDevice, await first())).id],
    ['of another room', async () => (await elsewhere()).id],
    ['unknown', () => Promise.resolve('00000000-0000-7000-8000-000000000000')],
    ['deleted without replies', async () => (await deleted(await first())).id],
  ])('is refused if the message that would start it is %s', async (_, idOf) => {
    const thread_id = await idOf();
    const request = { room_id: fixture.room.id, content: 'x', extra_fields: { thread_id } };
    await expect(fixture.phone.expectRefused('message.send', request)).resolves.toMatchObject({ code: 4003 });
  });

  it('is refused without a thread if it is to stand in the room too', async () => {
    const request = { room_id: fixture.room.id, content: 'x', extra_fields: { also_to_room: true } };
    await expect(fixture.phone.expectRefused('message.send', request)).resolves.toMatchObject({ code: 4003 });
    const { data } = await fixture.phone.request('message.send', { ...request, extra_fields: { also_to_room: false } });
    expect(data).toMatchObject({ thread: null, also_to_room: false });
  });
});

const first = (): Promise<Message> => fixture.sendAndDeliver(fixture.phone, 'a question');

async function elsewhere(): Promise<Message> {
  const { data } = await fixture.phone.request('room.create', { type: 'GroupChat', name: 'Elsewhere' });
  return sendMessage(fixture.phone, data, 'hello');
}

async function deleted(message: Message): Promise<Message> {
  await fixture.phone.request('message.modify', { action: 'delete', message_id: message.id });
  await allReceive(fixture.allExcept(fixture.phone), 'messagemodification.dispatch');
  return message;
}

async function carolDeletes(message: Message): Promise<object> {
  await fixture.carolDevice.request('message.modify', { action: 'delete', message_id: message.id });
  const { data } = await allReceive(fixture.allExcept(fixture.carolDevice), 'messagemodification.dispatch');
  return data;
}

describe('the deletion', () => {
  it('of a reply changes the summary of the thread', async () => {
    const { phone, bobDevice, carolDevice } = fixture;
    const start = await first();
    const earlier = await reply(bobDevice, start);
    const later = await reply(carolDevice, start);
    const summary = { reply_count: 1, last_reply_at: earlier.created_at };
    await expect(carolDeletes(later)).resolves.toMatchObject({
      message_ids: [later.id],
      threads: [{ id: start.id, summary }],
    });
    const [page] = await sync(phone, { rooms: { [fixture.room.id]: later.seq } });
    const room = page!.rooms.find(({ room_id }) => room_id === fixture.room.id);
    expect(room!.messages).toContainEqual(
      expect.objectContaining({ id: start.id, thread_summary: expect.objectContaining(summary) as object }),
    );
    await bobDevice.request('message.modify', { action: 'delete', message_id: earlier.id });
    const { data } = await phone.receive('messagemodification.dispatch');
    expect(data).toMatchObject({ threads: [{ id: start.id, summary: null }] });
    await expect(historyOf(phone, fixture.room)).resolves.toMatchObject([{ id: start.id, thread_summary: null }]);
  });

  it('of the first message keeps the thread readable and open', async () => {
    const { phone, bobDevice } = fixture;
    const start = await first();
    const one = await reply(bobDevice, start);
    await deleted(start);
    const two = await reply(bobDevice, start);
    expect(two.thread).toMatchObject({ id: start.id });
    expect(idsOf(await messagesIn(phone, start)).slice(0, 2)).toEqual(idsOf([two, one]));
    await expect(threadsOf(phone)).resolves.toMatchObject([
      { thread: { id: start.id, is_deleted: true, content: '', thread_summary: { reply_count: 2 } }, unread_count: 2 },
    ]);
    const { data } = await phone.request('thread.messages', { thread_id: start.id });
    expect(data.room_id).toBe(fixture.room.id);
  });
});

describe('the followers of a thread', () => {
  it('are those who started it, replied, or are mentioned', async () => {
    const { phone, bobDevice, carol, carolDevice } = fixture;
    const start = await first();
    await reply(bobDevice, start);
    await expect(entryOf(phone)).resolves.toEqual({ id: start.id, unread: 1, mentions: 0 });
    await expect(entryOf(bobDevice)).resolves.toEqual({ id: start.id, unread: 0, mentions: 0 });
    await expect(entryOf(carolDevice)).resolves.toBeUndefined();
    await reply(bobDevice, start, { mentions: [carol.id] });
    await expect(entryOf(carolDevice)).resolves.toEqual({ id: start.id, unread: 1, mentions: 1 });
    await expect(threadsOf(bobDevice, { unread_only: true })).resolves.toEqual([]);
    await expect(threadsOf(phone, { unread_only: true })).resolves.toHaveLength(1);
  });

  it('learn of it on all devices, and of their choices', async () => {
    const { phone, laptop, bobDevice } = fixture;
    const copy = await PrivateCopy.of(laptop);
    const start = await first();
    await reply(bobDevice, start);
    await eventually(async () => {
      copy.receive(await laptop.drain());
      return JSON.stringify(copy.view()).includes(start.id);
    });
    const { data } = await phone.request('thread.follow', { thread_id: start.id, follow: false });
    expect(data).toEqual({ room_id: fixture.room.id, thread_id: start.id, following: false, removed: true });
    await expect(laptop.receive('threadfollow.dispatch')).resolves.toMatchObject({ data });
    await reply(bobDevice, start);
    await expect(entryOf(phone)).resolves.toBeUndefined();
    const again = await phone.request('thread.follow', { thread_id: start.id, follow: false });
    expect(again.meta).toEqual({ changed: false });
    await reply(phone, start);
    await expect(entryOf(phone)).resolves.toEqual({ id: start.id, unread: 0, mentions: 0 });
    const fresh = await PrivateCopy.of(phone);
    expect(JSON.stringify(fresh.view())).toContain(start.id);
  });

  it('may follow a message without replies, and are then listed with the first one', async () => {
    const { phone, bobDevice, carolDevice } = fixture;
    const start = await first();
    await carolDevice.request('thread.follow', { thread_id: start.id, follow: true });
    await phone.request('thread.follow', { thread_id: start.id, follow: false });
    await expect(entryOf(carolDevice)).resolves.toBeUndefined();
    await reply(bobDevice, start);
    await expect(entryOf(carolDevice)).resolves.toEqual({ id: start.id, unread: 1, mentions: 0 });
    await expect(entryOf(phone)).resolves.toBeUndefined();
  });

  it('alone are notified of a reply, with those whom it mentions', async () => {
    const { alice, bobDevice, carol, carolDevice } = fixture;
    const start = await first();
    const plain = await reply(bobDevice, start);
    const notified = async (user: typeof alice): Promise<string[]> => {
      const device = await user.open();
      const { data } = await device.receive('chat.notifications');
      await device.close();
      return (data[fixture.room.id] ?? []).map(({ message }) => message.id);
    };
    await expect(notified(alice)).resolves.toEqual([plain.id]);
    await expect(notified(carol)).resolves.toEqual([start.id]);
    const mentioning = await reply(bobDevice, start, { mention_room: true });
    await expect(notified(carol)).resolves.toEqual([start.id, mentioning.id]);
    await carolDevice.request('thread.follow', { thread_id: start.id, follow: true });
    const followed = await reply(bobDevice, start);
    await expect(notified(carol)).resolves.toContain(followed.id);
  });
});

describe('the read mark of a thread', () => {
  it('is its own', async () => {
    const { phone, laptop, alice, bobDevice } = fixture;
    const start = await first();
    const one = await reply(bobDevice, start);
    const two = await reply(bobDevice, start);
    await phone.request('message.read', { room_id: fixture.room.id, up_to_seq: two.seq });
    await expect(entryOf(phone)).resolves.toMatchObject({ unread: 2 });
    const read = await phone.request('message.read', { thread_id: start.id, up_to_seq: one.seq });
    expect(read).toMatchObject({
      room_id: fixture.room.id,
      data: [{ id: one.id, read_receipts: [{ reader: { id: alice.id } }] }],
      meta: { user_id: alice.id, thread: { id: start.id, up_to_seq: one.seq } },
    });
    expect(read.meta).not.toHaveProperty('up_to_seq');
    for (const device of [laptop, bobDevice]) {
      await expect(device.receive('readreceipt.dispatch')).resolves.toMatchObject({ data: [{ id: one.id }] });
    }
    await expect(threadsOf(phone)).resolves.toMatchObject([{ unread_count: 1, last_read_seq: one.seq }]);
    await phone.request('message.read', { message_id: two.id });
    await expect(entryOf(phone)).resolves.toMatchObject({ unread: 0 });
    const again = await phone.request('message.read', { thread_id: start.id, room_id: fixture.room.id, up_to_seq: 1 });
    expect(again).toMatchObject({ data: [], meta: { changed: false } });
  });

  it('is refused together with messages, and without a number', async () => {
    const start = await first();
    const { phone } = fixture;
    const both = { thread_id: start.id, message_id: start.id, up_to_seq: 1 };
    await expect(phone.expectRefused('message.read', both)).resolves.toMatchObject({ code: 4003 });
    await expect(phone.expectRefused('message.read', { thread_id: start.id })).resolves.toMatchObject({ code: 4003 });
  });
});

describe('a thread', () => {
  it('is closed to others', async () => {
    const { outsiderDevice, bobDevice, carol, carolDevice, phone } = fixture;
    const start = await first();
    const answer = await reply(bobDevice, start, { mentions: [carol.id] });
    const refused = async (device: ChatClient, thread_id: string): Promise<void> => {
      for (const place of [{ thread_id }, { thread_id, room_id: fixture.room.id }]) {
        await expect(device.expectRefused('thread.messages', place)).resolves.toMatchObject({ code: 4004 });
        await expect(device.expectRefused('thread.follow', { ...place, follow: true })).resolves.toMatchObject({
          code: 4004,
        });
        await expect(device.expectRefused('message.read', { ...place, up_to_seq: 9 })).resolves.toMatchObject({
          code: 4004,
        });
      }
    };
    await refused(outsiderDevice, start.id);
    await refused(phone, answer.id);
    await expect(entryOf(carolDevice)).resolves.toMatchObject({ id: start.id });
    await carolDevice.request('room.leave', { room_id: fixture.room.id });
    await refused(carolDevice, start.id);
    await expect(entryOf(carolDevice)).resolves.toBeUndefined();
  });
});
