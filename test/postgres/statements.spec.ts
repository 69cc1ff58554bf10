import { randomUUID } from 'node:crypto';

import { manyUsers, users } from '../support/people.js';
import type { Service } from '../support/service.js';
import type { StatementProxy } from '../support/statement-proxy.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import { watchedService } from '../support/watched-service.js';

let proxy: StatementProxy;
let parley: Service;

beforeAll(async () => {
  ({ proxy, parley } = await watchedService());
});

/** Statements that read a user's memberships, other than those about what is pending. */
const lookUps = (): string[] => proxy.about('room_members').filter((text) => !/\bnotifications\b/.test(text));

describe('a reconnect', () => {
  it('restores all rooms without reading memberships, by prepared statements', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [phone, others] = [await alice.connect(), await connectMember(bob)];
    const rooms = [await createGroup(phone, [others], 'One'), await createGroup(phone, [others], 'Two')];
    await phone.close();

    proxy.forget();
    const back = await alice.connect();
    expect(lookUps()).toEqual([]);
    const requested = proxy.statementsAbout('users', 'rooms', 'messages', 'private_logs');
    expect(requested.length).toBeLessThanOrEqual(3);
    expect(requested.filter(({ name }) => name === '').map(({ text }) => text)).toEqual([]);
    for (const room of rooms) {
      await sendMessage(others.device, room, 'welcome back');
      await expect(back.receive('message.dispatch')).resolves.toMatchObject({ room_id: room.id });
    }
    await back.close();
  });

  it('includes rooms that were created meanwhile, without reading memberships', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    await (await alice.connect()).close();
    const others = await bob.connect();
    const { data: chat } = await others.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
    const { data: group } = await others.request('room.create', {
      type: 'GroupChat',
      name: 'x',
      participants: [alice.id],
    });

    proxy.forget();
    const back = await alice.connect();
    expect(lookUps()).toEqual([]);
    for (const room of [chat, group]) {
      await sendMessage(others, room, 'there you are');
      await expect(back.receive('message.dispatch')).resolves.toMatchObject({ room_id: room.id });
    }
    await back.close();
  });
});

describe('many users who reconnect at once', () => {
  it('take few statements, and each receives only the own pending notifications', async () => {
    const [sender, ...others] = await manyUsers(parley, 41);
    const device = await sender!.connect();
    const listeners = others.slice(0, 20);
    const { data: loud } = await device.request('room.create', {
      type: 'GroupChat',
      name: 'Loud',
      participants: listeners.map(({ id }) => id),
    });
    const { data: quiet } = await device.request('room.create', {
      type: 'GroupChat',
      name: 'Quiet',
      participants: others.map(({ id }) => id),
    });
    for (const each of others) await (await each.connect()).close();
    const hello = await sendMessage(device, loud, 'hello');

    proxy.forget();
    const devices = await Promise.all(others.map((each) => each.open()));
    const first = await Promise.all(devices.map((each) => each.receive('chat.notifications')));
    // Three for each with something pending; all others share theirs.
    const most = 3 * listeners.length + others.length;
    expect(proxy.about('users', 'rooms', 'room_members', 'messages').length).toBeLessThan(most);
    const counted = first.map(({ data }) => Object.values(data).map((list) => list.map(({ message }) => message.id)));
    expect(counted).toEqual(others.map((each) => (listeners.includes(each) ? [[hello.id]] : [])));
    await sendMessage(device, quiet, 'welcome back');
    for (const each of devices)
      await expect(each.receive('message.dispatch')).resolves.toMatchObject({ room_id: quiet.id });
    for (const each of devices) await each.drain();
  });

  it('do not share the failure of one of them', async () => {
    const everyone = await manyUsers(parley, 12);
    const outsiderDevice = everyone.slice(0, 2);
    for (const { username } of outsiderDevice) await parley.parley('users', 'deactivate', username);
    const devices = await Promise.all(everyone.map((each) => each.open()));
    for (const outsider of devices.splice(0, 2)) await expect(outsider.closed()).resolves.toMatchObject({ code: 4001 });
    for (const each of devices) await each.receive('chat.notifications');
  });
});

describe('sending a message', () => {
  it('takes the same number of statements in a room of 2 as in a room of 30', async () => {
    const [sender, ...others] = await manyUsers(parley, 30);
    const device = await sender!.connect();
    const cost: number[] = [];
    for (const size of [1, 29]) {
      const participants = others.slice(0, size).map(({ id }) => id);
      const { data: room } = await device.request('room.create', { type: 'GroupChat', name: 'x', participants });
      await sendMessage(device, room, 'the first one finds out who may speak');
      proxy.forget();
      await sendMessage(device, room, 'hello');
      cost.push(proxy.about('users', 'rooms', 'room_members', 'messages', 'receipts', 'notifications').length);
    }
    expect(cost[0]).toBe(cost[1]);
    expect(cost[0]).toBeLessThanOrEqual(3);
  });

  it('with a client_message_id needs no statement that looks for an earlier send', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [phone, others] = [await alice.connect(), await connectMember(bob)];
    const room = await createGroup(phone, [others]);
    await sendMessage(phone, room, 'the first one finds out who may speak');
    proxy.forget();
    await phone.request('message.send', { room_id: room.id, content: 'once', client_message_id: randomUUID() });
    const [write, ...further] = proxy.about('messages', 'message_deletions');
    expect(write).toMatch(/INSERT INTO messages/);
    expect(further).toEqual([]);
  });
});
