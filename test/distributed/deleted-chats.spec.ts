import type { Message, OneToOneChat, Room, SyncedRoom } from '@parley/protocol';

import { atOnce } from '../support/at-once.js';
import type { ChatClient } from '../support/chat-client.js';
import { connectCast } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import { historyOf, sendMessage } from '../support/messaging.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let cast: Cast;
let chat: OneToOneChat;
/** Sent by Bob before Alice deletes the chat. */
let old: Message;

beforeAll(async () => {
  parley = await sharedService();
});

/** Alice, who has two devices, and Bob have a chat with one message, which nobody has read. */
beforeEach(async () => {
  cast = await connectCast(parley);
  const { data } = await cast.phone.request('room.create', { type: 'OneToOneChat', participants: [cast.bob.id] });
  chat = data as OneToOneChat;
  old = await sendMessage(cast.bobDevice, chat, 'an old secret');
  await receivedBy([cast.phone, cast.laptop], 'message.dispatch');
  await drained();
});
afterEach(() =>
  Promise.all(
    [cast.phone, cast.laptop, cast.bobDevice, cast.carolDevice, cast.daveDevice].map((device) => device.close()),
  ),
);

const receivedBy = async (devices: ChatClient[], eventType: string): Promise<void> => {
  for (const device of devices) await device.receive(eventType);
};
const drained = async (): Promise<void> => {
  for (const device of [cast.phone, cast.laptop, cast.bobDevice]) await device.drain();
};
const deleteChat = (device: ChatClient) => device.request('room.modify', { room_id: chat.id, action: 'delete' });
const createAgain = (device: ChatClient, other: { readonly id: number }) =>
  device.request('room.create', { type: 'OneToOneChat', participants: [other.id] });
const listed = async (device: ChatClient) =>
  (await device.request('room.list', {})).data.find(({ id }) => id === chat.id);
const isClosedTo = async (device: ChatClient): Promise<void> => {
  await expect(device.expectRefused('room.info', { room_id: chat.id })).resolves.toMatchObject({ code: 4004 });
};
const found = async (device: ChatClient): Promise<string[]> =>
  (await device.request('message.search', { query: 'secret' })).data.results.map(({ message }) => message.id);
const synced = async (device: ChatClient, rooms: Record<string, number> = {}) =>
  (await device.request('session.sync', { rooms })).data;
const syncedChat = async (device: ChatClient, rooms: Record<string, number> = {}): Promise<SyncedRoom | undefined> =>
  (await synced(device, rooms)).rooms.find(({ room_id }) => room_id === chat.id);

describe('the deletion of a OneToOneChat by one of the two', () => {
  it('deletes it on all devices of this user alone, and in every list of this user', async () => {
    const { phone, laptop, bobDevice, alice } = cast;
    await expect(deleteChat(phone)).resolves.toMatchObject({
      eventType: 'roomdelete.dispatch',
      data: { room_id: chat.id },
    });
    await expect(laptop.receive('roomdelete.dispatch')).resolves.toMatchObject({ data: { room_id: chat.id } });
    const events = (await bobDevice.drain()).map(({ eventType }) => eventType);
    expect(events).toEqual(['roomupdate.dispatch']);

    const again = await alice.open();
    await expect(again.receive('chat.notifications')).resolves.toMatchObject({
      data: {},
      meta: { unread: {}, total: 0 },
    });
    expect(await listed(again)).toBeUndefined();
    expect(await found(again)).toEqual([]);
    expect(await syncedChat(again)).toBeUndefined();
    await isClosedTo(again);
    await expect(again.expectRefused('message.read', { message_id: old.id })).resolves.toMatchObject({ code: 4004 });
    await again.close();
  });

  it('leaves everything to the other one, who still sees both users', async () => {
    const { phone, bobDevice, alice, bob } = cast;
    await deleteChat(phone);
    const room = (await bobDevice.request('room.info', { room_id: chat.id })).data as OneToOneChat;
    expect(room).toMatchObject({ participants: chat.participants, member_count: 2 });
    expect(await listed(bobDevice)).toMatchObject({
      peer: { id: alice.id },
      member_count: 2,
      last_message: { id: old.id },
    });
    const { data: members } = await bobDevice.request('room.members', { room_id: chat.id });
    expect(members.members.map(({ id }) => id).sort()).toEqual([alice.id, bob.id].sort());
    expect(await found(bobDevice)).toEqual([old.id]);
    await expect(historyOf(bobDevice, chat)).resolves.toMatchObject([{ id: old.id, content: 'an old secret' }]);
    expect(await syncedChat(bobDevice)).toMatchObject({ room: { participants: chat.participants } });
    const { data: presence } = await bobDevice.request('presence.subscribe', { user_ids: [alice.id] });
    expect(presence).toMatchObject([{ user_id: alice.id }]);
  });

  it('is learned of by a device of this user that was offline', async () => {
    const { phone, laptop, alice } = cast;
    await laptop.close();
    const before = chat.last_seq + 1;
    await deleteChat(phone);
    const back = await alice.connect();
    expect(await synced(back, { [chat.id]: before })).toEqual({ complete: true, rooms: [], left: [chat.id] });
    await back.close();
  });

  it('by both deletes the room', async () => {
    const { phone, laptop, bobDevice } = cast;
    await deleteChat(phone);
    await deleteChat(bobDevice);
    await isClosedTo(phone);
    await isClosedTo(bobDevice);
    const { data: fresh } = await createAgain(laptop, cast.bob);
    expect(fresh.id).not.toBe(chat.id);
  });

  it('is repeated after a return, and hides later messages too', async () => {
    const { phone, bobDevice } = cast;
    await deleteChat(phone);
    const second = await sendMessage(bobDevice, chat, 'second');
    await deleteChat(phone);
    const third = await sendMessage(bobDevice, chat, 'third');
    await expect(historyOf(phone, chat)).resolves.toMatchObject([{ id: third.id }]);
    await expect(historyOf(bobDevice, chat)).resolves.toMatchObject([
      { id: third.id },
      { id: second.id },
      { id: old.id },
    ]);
  });
});

describe('a OneToOneChat that the receiver of a message has deleted', () => {
  it('is read from its first visible message on, however small the pages are', async () => {
    const { phone, bobDevice } = cast;
    await deleteChat(phone);
    const fresh = await sendMessage(bobDevice, chat, 'fresh');
    const paginate = { after_seq: 0, limit: 1 };
    const { data: page } = await phone.request('room.messages', { room_id: chat.id, paginate });
    expect(page.data.messages.map(({ id }) => id)).toEqual([fresh.id]);
  });

  it('comes back with the message to all devices, without the earlier messages', async () => {
    const { phone, laptop, bobDevice, alice } = cast;
    await deleteChat(phone);
    await drained();
    const fresh = await sendMessage(bobDevice, chat, 'a new secret');
    for (const device of [phone, laptop]) {
      // A node that had no members of the chat may have to heal the message.
      const frames = [await device.receive('roomcreate.dispatch'), await device.receive('message.dispatch')];
      expect([...frames, ...(await device.drain())]).toMatchObject([
        {
          eventType: 'roomcreate.dispatch',
          data: { id: chat.id, participants: chat.participants },
          seq: fresh.seq - 1,
        },
        { eventType: 'message.dispatch', data: { id: fresh.id }, seq: fresh.seq },
      ]);
    }
    await expect(historyOf(phone, chat)).resolves.toMatchObject([{ id: fresh.id }]);
    const { data: older } = await phone.request('room.messages', { room_id: chat.id, before_seq: fresh.seq, limit: 5 });
    expect(older).toMatchObject({ has_next: false, data: { messages: [] } });
    expect(await listed(phone)).toMatchObject({ unread_count: 1, last_message: { id: fresh.id } });
    expect(await found(phone)).toEqual([fresh.id]);
    const again = await alice.open();
    await expect(again.receive('chat.notifications')).resolves.toMatchObject({
      data: { [chat.id]: [{ message: { id: fresh.id } }] },
      meta: { unread: { [chat.id]: 1 }, total: 1 },
    });
    expect((await syncedChat(again))!.messages.map(({ id }) => id)).toEqual([fresh.id]);
    await again.close();
  });

  it('resets a device that still has the earlier messages, and sends no change of them to a later one', async () => {
    const { phone, laptop, bobDevice, alice } = cast;
    await laptop.close();
    const { seq: deletedAt } = await deleteChat(phone);
    const fresh = await sendMessage(bobDevice, chat, 'new');
    const edit = { action: 'update', message_id: old.id, extra_fields: { content: 'edited' } };
    await bobDevice.request('message.modify', edit);
    const back = await alice.connect();
    expect(await syncedChat(back, { [chat.id]: deletedAt! - 1 })).toMatchObject({
      reset: true,
      messages: [{ id: fresh.id }],
    });
    const later = await syncedChat(back, { [chat.id]: fresh.seq });
    expect(later).toMatchObject({ reset: false, messages: [] });
    await back.close();
  });

  it('does not come back by a message that is refused', async () => {
    const { phone, bobDevice } = cast;
    await deleteChat(phone);
    await bobDevice.expectRefused('message.send', { room_id: chat.id, content: '' });
    await isClosedTo(phone);
  });

  it.each<[string, (message: Message) => [string, object]]>([
    ['message.react', ({ id }) => ['message.react', { type: 'add', message_id: id, reaction_content: '👋' }]],
    ['message.read', ({ id }) => ['message.read', { message_id: id }]],
    ['message.acknowledged', ({ id }) => ['message.acknowledged', { message_id: [id] }]],
    ['message.modify', ({ id }) => ['message.modify', { action: 'delete', message_id: id }]],
    [
      'message.send of a reply',
      ({ id }) => ['message.send', { room_id: chat.id, content: 'x', extra_fields: { parent_message_id: id } }],
    ],
  ])('answers %s about an earlier message as about a missing one', async (_, request) => {
    const { phone, bobDevice } = cast;
    await deleteChat(phone);
    await sendMessage(bobDevice, chat, 'new');
    await expect(phone.expectRefused(...request(old))).resolves.toMatchObject({ code: 4004 });
  });
});

describe('room.create by the user who has deleted the OneToOneChat', () => {
  it('returns the same room to all devices, empty', async () => {
    const { phone, laptop, bob } = cast;
    await deleteChat(phone);
    await drained();
    const { data } = await createAgain(phone, bob);
    expect(data).toMatchObject({ id: chat.id, participants: chat.participants });
    await expect(laptop.receive('roomcreate.dispatch')).resolves.toMatchObject({ data: { id: chat.id } });
    await expect(historyOf(phone, chat)).resolves.toEqual([]);
    expect(await listed(phone)).toMatchObject({ last_message: null, unread_count: 0 });
    const message = await sendMessage(phone, chat, 'hello again');
    await expect(historyOf(phone, chat)).resolves.toMatchObject([{ id: message.id }]);
  });

  it('by the other user does not bring it back to the one who has deleted it', async () => {
    const { phone, bobDevice, alice } = cast;
    await deleteChat(phone);
    await expect(createAgain(bobDevice, alice)).resolves.toMatchObject({
      data: { id: chat.id, participants: chat.participants },
      meta: { created: false },
    });
    await isClosedTo(phone);
  });
});

describe('races of deletions of a OneToOneChat', () => {
  const ROUNDS = Array.from({ length: 5 }, (_, round) => round);
  const deletion = () => ['room.modify', { room_id: chat.id, action: 'delete' }] as const;

  it.each(ROUNDS)('by both at once delete it once, round %i', async () => {
    const { phone, laptop, bobDevice } = cast;
    const answers = await atOnce([phone, ...deletion()], [bobDevice, ...deletion()]);
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined]);
    await expect(laptop.receive('roomdelete.dispatch')).resolves.toMatchObject({ data: { room_id: chat.id } });
    await isClosedTo(phone);
    await isClosedTo(bobDevice);
    const deleted = [...(await phone.drain()), ...(await laptop.drain()), ...(await bobDevice.drain())];
    expect(deleted.filter(({ eventType }) => eventType === 'roomdelete.dispatch')).toEqual([]);
  });

  it.each(ROUNDS)('and of a message: the message is read by both, or deleted by one, round %i', async () => {
    const { phone, laptop, bobDevice } = cast;
    const [, sent] = await atOnce(
      [phone, ...deletion()],
      [bobDevice, 'message.send', { room_id: chat.id, content: 'meanwhile' }],
    );
    expect(sent!.error).toBeUndefined();
    await expect(historyOf(bobDevice, chat)).resolves.toHaveLength(2);
    const frames = (await laptop.drain()).filter(({ room_id }) => room_id === chat.id);
    const numbers = frames.map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one! - other!));
    const last = frames.at(-1)!.eventType;
    if (last === 'roomdelete.dispatch') await isClosedTo(laptop);
    else await expect(historyOf(laptop, chat)).resolves.toMatchObject([{ content: 'meanwhile' }]);
  });

  it.each(ROUNDS)('and of room.create by the same user: it is gone or back on all devices, round %i', async () => {
    const { phone, laptop, bob } = cast;
    const [, created] = await atOnce(
      [phone, ...deletion()],
      [laptop, 'room.create', { type: 'OneToOneChat', participants: [bob.id] }],
    );
    expect(created!.error).toBeUndefined();
    expect((created!.data as Room).id).toBe(chat.id);
    const frames = (await laptop.drain()).filter(({ room_id }) => room_id === chat.id);
    const [isBack] = [await listed(phone)];
    if (isBack) await expect(historyOf(phone, chat)).resolves.toHaveLength(0);
    else expect(frames.at(-1)?.eventType).toBe('roomdelete.dispatch');
  });
});
