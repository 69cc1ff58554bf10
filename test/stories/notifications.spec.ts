import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { greeting, NOTHING, shown } from '../support/greeting.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { A_TIME, AN_ID, says } from '../support/talk.js';

let parley: Service;
let alice: Person;
let bob: Person;
let alices: ChatClient;
let room: Room;

beforeAll(async () => {
  parley = await sharedService('lowBounds');
});

beforeEach(async () => {
  ({ alice, bob } = await people(parley, 'alice', 'bob'));
  alices = await alice.arrives();
  ({ data: room } = await alices.ask('room.create', { type: 'OneToOneChat', participants: [bob.id] }));
});
afterEach(() => alices.leaves());

const saysMany = async (count: number, where: Room = room): Promise<Message[]> => {
  const messages: Message[] = [];
  for (let at = 1; at <= count; at += 1) messages.push(await says(alices, where, `message ${String(at)}`));
  return messages;
};

describe('chat.notifications', () => {
  it('is the first frame, and contains the messages since the last connection', async () => {
    const messages = await saysMany(3);
    const device = await bob.connects();
    const [first, ...others] = await device.rest();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      eventType: 'chat.notifications',
      data: {
        [room.id]: messages.map((message) => ({
          id: AN_ID,
          notification_type: 'NEW_MESSAGE',
          message,
          created_at: A_TIME,
        })),
      },
      meta: { total: 3, truncated: false, unread: { [room.id]: 3 } },
    });
    await device.leaves();
  });

  it('contains a notification on every device until it is acknowledged', async () => {
    await saysMany(1);
    for (let times = 0; times < 2; times += 1) {
      const device = await bob.connects();
      const { meta } = await device.hears('chat.notifications');
      expect(meta).toMatchObject({ total: 1 });
      await device.leaves();
    }
  });

  it("does not contain the user's own messages", async () => {
    await saysMany(2);
    await expect(greeting(alice)).resolves.toEqual(NOTHING);
  });

  it('contains the newest messages of each room up to the limit, and counts all', async () => {
    const messages = await saysMany(6);
    const device = await bob.connects();
    const { data, meta } = await device.hears('chat.notifications');
    expect(data[room.id]?.map(({ message }) => message)).toEqual(messages.slice(1));
    expect(meta).toMatchObject({ total: 6, truncated: true, unread: { [room.id]: 6 } });
    await device.leaves();
  });

  it('contains the newest messages of all rooms up to the limit, and counts all', async () => {
    const { data: other } = await alices.ask('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
    const [before, after] = [await saysMany(5), await saysMany(5, other)];
    const device = await bob.connects();
    const { data, meta } = await device.hears('chat.notifications');
    expect(data[room.id]?.map(({ message }) => message)).toEqual(before.slice(2));
    expect(data[other.id]?.map(({ message }) => message)).toEqual(after);
    expect(meta).toMatchObject({ total: 10, truncated: true, unread: { [room.id]: 5, [other.id]: 5 } });
    await device.leaves();
  });
});

describe('a pending message', () => {
  it('is a REPLY only for the user whose message it answers', async () => {
    const bobs = await bob.arrives();
    const [own, other] = [await says(bobs, room, 'own'), await says(alices, room, 'other')];
    await bobs.ask('message.acknowledged', { message_id: other.id });
    for (const [content, parent_message_id] of [
      ['to you', own.id],
      ['to me', other.id],
    ] as const) {
      await alices.ask('message.send', { room_id: room.id, content, extra_fields: { parent_message_id } });
    }
    const { data } = await greeting(bob);
    expect(data[room.id]?.map(shown)).toEqual(['REPLY: to you', 'NEW_MESSAGE: to me']);
    expect(data[room.id]?.map(({ id }) => id)).toEqual(data[room.id]?.map(({ message }) => message.id));
    await bobs.ask('message.modify', { action: 'delete', message_id: own.id });
    expect((await greeting(bob)).data[room.id]?.map(shown)).toContain('NEW_MESSAGE: to you');
    await bobs.leaves();
  });

  it('is removed when it is acknowledged, and stays unread until it is read', async () => {
    const messages = await saysMany(3);
    const bobs = await bob.arrives();
    await bobs.ask('message.acknowledged', { message_id: [messages[0]!.id, messages[2]!.id] });
    await expect(greeting(bob)).resolves.toMatchObject({
      data: { [room.id]: [{ id: messages[1]!.id }] },
      total: 1,
      unread: { [room.id]: 3 },
    });
    await bobs.ask('message.acknowledged', { message_id: messages[1]!.id });
    await expect(greeting(bob)).resolves.toEqual({ ...NOTHING, unread: { [room.id]: 3 } });
    await bobs.ask('message.read', { message_id: [messages[1]!.id, messages[2]!.id] });
    await expect(greeting(bob)).resolves.toEqual({ ...NOTHING, unread: { [room.id]: 1 } });
    await bobs.ask('message.read', { message_id: messages[0]!.id });
    await expect(greeting(bob)).resolves.toEqual(NOTHING);
    const [next] = await saysMany(1);
    await expect(greeting(bob)).resolves.toMatchObject({ data: { [room.id]: [{ id: next!.id }] } });
    await bobs.leaves();
  });

  it('is removed when the room is read up to it', async () => {
    const messages = await saysMany(3);
    const bobs = await bob.arrives();
    await bobs.ask('message.read', { room_id: room.id, up_to_seq: messages[1]!.seq });
    await expect(greeting(bob)).resolves.toMatchObject({
      data: { [room.id]: [{ id: messages[2]!.id }] },
      total: 1,
      unread: { [room.id]: 1 },
    });
    await bobs.leaves();
  });

  it('is removed when it is deleted', async () => {
    const messages = await saysMany(2);
    await alices.ask('message.modify', { action: 'delete', message_id: messages[0]!.id });
    await expect(greeting(bob)).resolves.toMatchObject({
      data: { [room.id]: [{ id: messages[1]!.id }] },
      total: 1,
      unread: { [room.id]: 1 },
    });
  });

  it('is removed when the user leaves the room', async () => {
    const bobs = await bob.arrives();
    const { data: group } = await alices.ask('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
    await saysMany(2, group);
    const own = await says(bobs, group, 'mine');
    await alices.ask('message.react', { type: 'add', message_id: own.id, reaction_content: '👍' });
    await expect(greeting(bob)).resolves.toMatchObject({ total: 3, unread: { [group.id]: 2 } });
    await bobs.ask('room.leave', { room_id: group.id });
    await expect(greeting(bob)).resolves.toEqual(NOTHING);
    await alices.ask('room.add_members', { room_id: group.id, members: [bob.id] });
    await expect(greeting(bob)).resolves.toEqual(NOTHING);
    await bobs.leaves();
  });
});

describe('with ENABLE_NOTIFICATION=false', () => {
  it('the first frame counts unread messages and contains no notification', async () => {
    const quiet = await people(await sharedService('withoutNotifications'), 'alice', 'bob');
    const [sender, reader] = [await quiet.alice.arrives(), await quiet.bob.arrives()];
    const { data: chat } = await sender.ask('room.create', { type: 'OneToOneChat', participants: [quiet.bob.id] });
    for (const content of ['one', 'two']) await says(sender, chat, content);
    const own = await says(reader, chat, 'mine');
    await sender.ask('message.react', { type: 'add', message_id: own.id, reaction_content: '👍' });
    await expect(greeting(quiet.bob)).resolves.toEqual({ ...NOTHING, unread: { [chat.id]: 2 } });
    await reader.ask('message.read', { room_id: chat.id, up_to_seq: own.seq });
    await expect(greeting(quiet.bob)).resolves.toEqual(NOTHING);
  });
});
