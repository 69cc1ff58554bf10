import { randomUUID } from 'node:crypto';

import { crowd, people } from '../support/people.js';
import { Service } from '../support/service.js';
import type { StatementProxy } from '../support/statement-proxy.js';
import { groupOf, onADevice, says } from '../support/talk.js';
import { watchedService } from '../support/watched-service.js';

let proxy: StatementProxy;
let parley: Service;

beforeAll(async () => {
  ({ proxy, parley } = await watchedService());
});

/** Statements that read a user's memberships, other than those about messages, which count pending ones. */
const lookUps = (): string[] => proxy.about('room_members').filter((text) => !/\bmessages\b/.test(text));

describe('a reconnect', () => {
  it('restores all rooms without reading memberships, by prepared statements', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [phone, others] = [await alice.arrives(), await onADevice(bob)];
    const rooms = [await groupOf(phone, [others], 'One'), await groupOf(phone, [others], 'Two')];
    await phone.leaves();

    proxy.forget();
    const back = await alice.arrives();
    expect(lookUps()).toEqual([]);
    const asked = proxy.statementsAbout('users', 'rooms', 'messages');
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(asked.filter(({ name }) => name === '').map(({ text }) => text)).toEqual([]);
    for (const room of rooms) {
      await says(others.device, room, 'welcome back');
      await expect(back.hears('message.dispatch')).resolves.toMatchObject({ room_id: room.id });
    }
    await back.leaves();
  });

  it('includes rooms that were created meanwhile, without reading memberships', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    await (await alice.arrives()).leaves();
    const others = await bob.arrives();
    const { data: chat } = await others.ask('room.create', { type: 'OneToOneChat', participants: [alice.id] });
    const { data: group } = await others.ask('room.create', { type: 'GroupChat', name: 'x', participants: [alice.id] });

    proxy.forget();
    const back = await alice.arrives();
    expect(lookUps()).toEqual([]);
    for (const room of [chat, group]) {
      await says(others, room, 'there you are');
      await expect(back.hears('message.dispatch')).resolves.toMatchObject({ room_id: room.id });
    }
    await back.leaves();
  });

  it('reads memberships if this process has not seen the user before', async () => {
    const own = await Service.start();
    try {
      const { alice, bob } = await people(own, 'alice', 'bob');
      const others = await bob.arrives();
      const { data: room } = await others.ask('room.create', { type: 'OneToOneChat', participants: [alice.id] });
      await own.restart();
      const [back, again] = [await alice.arrives(), await bob.arrives()];
      await says(again, room, 'we are back');
      await expect(back.hears('message.dispatch')).resolves.toMatchObject({ room_id: room.id });
    } finally {
      await own.stop();
    }
  });
});

describe('many users who reconnect at once', () => {
  it('take less than two statements each, and each receives only the own pending notifications', async () => {
    const [speaker, ...others] = await crowd(parley, 41);
    const device = await speaker!.arrives();
    const listeners = others.slice(0, 20);
    const { data: loud } = await device.ask('room.create', {
      ...{ type: 'GroupChat', name: 'Loud' },
      participants: listeners.map(({ id }) => id),
    });
    const { data: quiet } = await device.ask('room.create', {
      ...{ type: 'GroupChat', name: 'Quiet' },
      participants: others.map(({ id }) => id),
    });
    for (const each of others) await (await each.arrives()).leaves();
    const hello = await says(device, loud, 'hello');

    proxy.forget();
    const devices = await Promise.all(others.map((each) => each.connects()));
    const first = await Promise.all(devices.map((each) => each.hears('chat.notifications')));
    expect(proxy.about('users', 'rooms', 'room_members', 'messages').length).toBeLessThan(2 * others.length);
    const told = first.map(({ data }) => Object.values(data).map((list) => list.map(({ message }) => message.id)));
    expect(told).toEqual(others.map((each) => (listeners.includes(each) ? [[hello.id]] : [])));
    await says(device, quiet, 'welcome back');
    for (const each of devices)
      await expect(each.hears('message.dispatch')).resolves.toMatchObject({ room_id: quiet.id });
    for (const each of devices) await each.rest();
  });

  it('do not share the failure of one of them', async () => {
    const everybody = await crowd(parley, 12);
    const strangers = everybody.slice(0, 2);
    for (const { username } of strangers) await parley.parley('users', 'deactivate', username);
    const devices = await Promise.all(everybody.map((each) => each.connects()));
    for (const stranger of devices.splice(0, 2)) await expect(stranger.closed()).resolves.toMatchObject({ code: 4001 });
    for (const each of devices) await each.hears('chat.notifications');
  });
});

describe('sending a message', () => {
  it('takes the same number of statements in a room of 2 as in a room of 100', async () => {
    const [sender, ...others] = await crowd(parley, 100);
    const device = await sender!.arrives();
    const cost: number[] = [];
    for (const size of [1, 99]) {
      const participants = others.slice(0, size).map(({ id }) => id);
      const { data: room } = await device.ask('room.create', { type: 'GroupChat', name: 'x', participants });
      await says(device, room, 'the first one finds out who may speak');
      proxy.forget();
      await says(device, room, 'hello');
      cost.push(proxy.about('users', 'rooms', 'room_members', 'messages', 'receipts', 'notifications').length);
    }
    expect(cost[0]).toBe(cost[1]);
    expect(cost[0]).toBeLessThanOrEqual(3);
  });

  it('with a client_message_id needs no statement that looks for an earlier send', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [phone, others] = [await alice.arrives(), await onADevice(bob)];
    const room = await groupOf(phone, [others]);
    await says(phone, room, 'the first one finds out who may speak');
    proxy.forget();
    await phone.ask('message.send', { room_id: room.id, content: 'once', client_message_id: randomUUID() });
    const [write, ...further] = proxy.about('messages', 'message_deletions');
    expect(write).toMatch(/INSERT INTO messages/);
    expect(further).toEqual([]);
  });
});
