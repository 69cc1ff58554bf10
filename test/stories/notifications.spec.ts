import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { snapshotOf, NOTHING, shown } from '../support/first-snapshot.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_TIME, ANY_ID, sendMessage } from '../support/messaging.js';

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let aliceDevice: ChatClient;
let room: Room;

beforeAll(async () => {
  parley = await sharedService('lowBounds');
});

beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  aliceDevice = await alice.connect();
  ({ data: room } = await aliceDevice.request('room.create', { type: 'OneToOneChat', participants: [bob.id] }));
});
afterEach(() => aliceDevice.close());

const sendMany = async (count: number, where: Room = room): Promise<Message[]> => {
  const messages: Message[] = [];
  for (let at = 1; at <= count; at += 1) messages.push(await sendMessage(aliceDevice, where, `message ${String(at)}`));
  return messages;
};

describe('chat.notifications', () => {
  it('is the first frame, and contains the messages since the last connection', async () => {
    const messages = await sendMany(3);
    const device = await bob.open();
    const [first, ...others] = await device.drain();
    // The creation of the room may arrive late from another node; its number says that it is no news.
    expect(others.filter(({ eventType }) => eventType !== 'roomcreate.dispatch')).toEqual([]);
    expect(first).toMatchObject({
      eventType: 'chat.notifications',
      data: {
        [room.id]: messages.map((message) => ({
          id: ANY_ID,
          notification_type: 'NEW_MESSAGE',
          message,
          created_at: ANY_TIME,
        })),
      },
      meta: { total: 3, truncated: false, unread: { [room.id]: 3 } },
    });
    await device.close();
  });

  it('contains a notification on every device until it is acknowledged', async () => {
    await sendMany(1);
    for (let times = 0; times < 2; times += 1) {
      const device = await bob.open();
      const { meta } = await device.receive('chat.notifications');
      expect(meta).toMatchObject({ total: 1 });
      await device.close();
    }
  });

  it("does not contain the user's own messages", async () => {
    await sendMany(2);
    await expect(snapshotOf(alice)).resolves.toEqual(NOTHING);
  });

  it('contains the newest messages of each room up to the limit, and counts all', async () => {
    const messages = await sendMany(6);
    const device = await bob.open();
    const { data, meta } = await device.receive('chat.notifications');
    expect(data[room.id]?.map(({ message }) => message)).toEqual(messages.slice(1));
    expect(meta).toMatchObject({ total: 6, truncated: true, unread: { [room.id]: 6 } });
    await device.close();
  });

  it('contains the newest messages of all rooms up to the limit, and counts all', async () => {
    const { data: other } = await aliceDevice.request('room.create', {
      type: 'GroupChat',
      name: 'x',
      participants: [bob.id],
    });
    const [before, after] = [await sendMany(5), await sendMany(5, other)];
    const device = await bob.open();
    const { data, meta } = await device.receive('chat.notifications');
    expect(data[room.id]?.map(({ message }) => message)).toEqual(before.slice(2));
    expect(data[other.id]?.map(({ message }) => message)).toEqual(after);
    expect(meta).toMatchObject({ total: 10, truncated: true, unread: { [room.id]: 5, [other.id]: 5 } });
    await device.close();
  });
});

describe('a pending message', () => {
  it('is a REPLY only for the user whose message it answers', async () => {
    const bobDevice = await bob.connect();
    const [own, other] = [await sendMessage(bobDevice, room, 'own'), await sendMessage(aliceDevice, room, 'other')];
    await bobDevice.request('message.acknowledged', { message_id: other.id });
    for (const [content, parent_message_id] of [
      ['to you', own.id],
      ['to me', other.id],
    ] as const) {
      await aliceDevice.request('message.send', { room_id: room.id, content, extra_fields: { parent_message_id } });
    }
    const { data } = await snapshotOf(bob);
    expect(data[room.id]?.map(shown)).toEqual(['REPLY: to you', 'NEW_MESSAGE: to me']);
    expect(data[room.id]?.map(({ id }) => id)).toEqual(data[room.id]?.map(({ message }) => message.id));
    await bobDevice.request('message.modify', { action: 'delete', message_id: own.id });
    expect((await snapshotOf(bob)).data[room.id]?.map(shown)).toContain('NEW_MESSAGE: to you');
    await bobDevice.close();
  });

  it('is removed when it is acknowledged, and stays unread until it is read', async () => {
    const messages = await sendMany(3);
    const bobDevice = await bob.connect();
    await bobDevice.request('message.acknowledged', { message_id: [messages[0]!.id, messages[2]!.id] });
    await expect(snapshotOf(bob)).resolves.toMatchObject({
      data: { [room.id]: [{ id: messages[1]!.id }] },
      total: 1,
      unread: { [room.id]: 3 },
    });
    await bobDevice.request('message.acknowledged', { message_id: messages[1]!.id });
    await expect(snapshotOf(bob)).resolves.toEqual({ ...NOTHING, unread: { [room.id]: 3 } });
    await bobDevice.request('message.read', { message_id: [messages[1]!.id, messages[2]!.id] });
    await expect(snapshotOf(bob)).resolves.toEqual({ ...NOTHING, unread: { [room.id]: 1 } });
    await bobDevice.request('message.read', { message_id: messages[0]!.id });
    await expect(snapshotOf(bob)).resolves.toEqual(NOTHING);
    const [next] = await sendMany(1);
    await expect(snapshotOf(bob)).resolves.toMatchObject({ data: { [room.id]: [{ id: next!.id }] } });
    await bobDevice.close();
  });

  it('is removed when the room is read up to it', async () => {
    const messages = await sendMany(3);
    const bobDevice = await bob.connect();
    await bobDevice.request('message.read', { room_id: room.id, up_to_seq: messages[1]!.seq });
    await expect(snapshotOf(bob)).resolves.toMatchObject({
      data: { [room.id]: [{ id: messages[2]!.id }] },
      total: 1,
      unread: { [room.id]: 1 },
    });
    await bobDevice.close();
  });

  it('is removed when it is deleted', async () => {
    const messages = await sendMany(2);
    await aliceDevice.request('message.modify', { action: 'delete', message_id: messages[0]!.id });
    await expect(snapshotOf(bob)).resolves.toMatchObject({
      data: { [room.id]: [{ id: messages[1]!.id }] },
      total: 1,
      unread: { [room.id]: 1 },
    });
  });

  it('is removed when the user leaves the room', async () => {
    const bobDevice = await bob.connect();
    const { data: group } = await aliceDevice.request('room.create', {
      type: 'GroupChat',
      name: 'x',
      participants: [bob.id],
    });
    await sendMany(2, group);
    const own = await sendMessage(bobDevice, group, 'mine');
    await aliceDevice.request('message.react', { type: 'add', message_id: own.id, reaction_content: '👍' });
    await expect(snapshotOf(bob)).resolves.toMatchObject({ total: 3, unread: { [group.id]: 2 } });
    await bobDevice.request('room.leave', { room_id: group.id });
    await expect(snapshotOf(bob)).resolves.toEqual(NOTHING);
    await aliceDevice.request('room.add_members', { room_id: group.id, members: [bob.id] });
    await expect(snapshotOf(bob)).resolves.toEqual(NOTHING);
    await bobDevice.close();
  });
});

describe('with ENABLE_NOTIFICATION=false', () => {
  it('the first frame counts unread messages and contains no notification', async () => {
    const quiet = await users(await sharedService('withoutNotifications'), 'alice', 'bob');
    const [sender, reader] = [await quiet.alice.connect(), await quiet.bob.connect()];
    const { data: chat } = await sender.request('room.create', { type: 'OneToOneChat', participants: [quiet.bob.id] });
    for (const content of ['one', 'two']) await sendMessage(sender, chat, content);
    const own = await sendMessage(reader, chat, 'mine');
    await sender.request('message.react', { type: 'add', message_id: own.id, reaction_content: '👍' });
    await expect(snapshotOf(quiet.bob)).resolves.toEqual({ ...NOTHING, unread: { [chat.id]: 2 } });
    await reader.request('message.read', { room_id: chat.id, up_to_seq: own.seq });
    await expect(snapshotOf(quiet.bob)).resolves.toEqual(NOTHING);
  });
});
