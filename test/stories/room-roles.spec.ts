import { changes, home, isRefused, leaveHome, modify, others } from '../support/home.js';
import type { Home } from '../support/home.js';
import { people } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { says, seen } from '../support/talk.js';

let parley: Service;
let at: Home;
let alice: Home['alice'];
let bob: Home['bob'];
let carol: Home['carol'];
let phone: Home['phone'];
let laptop: Home['laptop'];
let bobs: Home['bobs'];
let carols: Home['carols'];
let strangers: Home['strangers'];
let group: Home['group'];
let channel: Home['channel'];
let chat: Home['chat'];

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  at = await home(parley);
  ({ alice, bob, carol, phone, laptop, bobs, carols, strangers, group, channel, chat } = at);
});
afterEach(() => leaveHome(at));

describe('roles of a room', () => {
  it('make members admins of a group, with the rights of admins, and members again', async () => {
    await expect(changes(at, group, 'add_admin', { users: [bob.id] })).resolves.toMatchObject({
      admins: [seen(alice), seen(bob)],
    });
    await changes(at, group, 'update', { name: "Bob's friends" }, bobs);
    await expect(changes(at, group, 'remove_admin', { users: [bob.id] })).resolves.toMatchObject({
      admins: [seen(alice)],
    });
    await expect(isRefused(bobs, group, 'update', { name: 'Mine' })).resolves.toMatchObject({ code: 4002 });
  });

  it('make members moderators of a channel, who may send', async () => {
    await expect(bobs.isRefused('message.send', { room_id: channel.id, content: 'x' })).resolves.toMatchObject({
      code: 4002,
    });
    await expect(changes(at, channel, 'add_moderator', { users: [bob.id, carol.id] })).resolves.toMatchObject({
      moderators: [seen(alice), seen(bob), seen(carol)],
    });
    await says(bobs, channel, 'news!');
    for (const device of [phone, laptop, carols]) await device.hears('message.dispatch');
    await changes(at, channel, 'remove_moderator', { users: [bob.id] });
    await expect(bobs.isRefused('message.send', { room_id: channel.id, content: 'x' })).resolves.toMatchObject({
      code: 4002,
    });
  });

  it('that a user already has are answered only to the requester; in a mixed list, the others change', async () => {
    await changes(at, group, 'add_admin', { users: [bob.id] });
    await expect(modify(phone, group, 'add_admin', { users: [bob.id, alice.id] })).resolves.toMatchObject({
      meta: { changed: false },
    });
    await expect(changes(at, group, 'add_admin', { users: [bob.id, carol.id] })).resolves.toMatchObject({
      admins: [seen(alice), seen(bob), seen(carol)],
    });
  });

  it('that a user does not have are removed without a change or a dispatch', async () => {
    for (const [room, role] of [
      [group, 'admin'],
      [channel, 'moderator'],
    ] as const) {
      for (const [action, whom] of [
        [`add_${role}`, alice],
        [`remove_${role}`, bob],
      ] as const) {
        const unchanged = await modify(phone, room, action, { users: [whom.id] });
        expect(unchanged).toMatchObject({ data: room, meta: { changed: false } });
        expect(unchanged).not.toHaveProperty('seq');
      }
    }
  });

  it('are given only to members, and to all listed users or none', async () => {
    const dave = (await people(parley, 'erin')).erin;
    const refused = await isRefused(phone, group, 'add_admin', { users: [bob.id, dave.id] });
    expect(refused).toMatchObject({ code: 4003, detail: { 'data.users': [expect.stringContaining(String(dave.id))] } });
    await expect(phone.ask('room.info', { room_id: group.id })).resolves.toMatchObject({
      data: { admins: [seen(alice)] },
    });
  });

  it('are specific to each type of room', async () => {
    for (const [room, action] of [
      [group, 'add_moderator'],
      [group, 'remove_moderator'],
      [channel, 'add_admin'],
      [channel, 'remove_admin'],
      [chat, 'add_admin'],
      [chat, 'add_moderator'],
    ] as const) {
      await expect(isRefused(phone, room, action, { users: [bob.id] })).resolves.toMatchObject({ code: 4003 });
    }
  });

  it('are given by leaders, and cannot be taken from the creator', async () => {
    await expect(isRefused(bobs, group, 'add_admin', { users: [bob.id] })).resolves.toMatchObject({ code: 4002 });
    await changes(at, group, 'add_admin', { users: [bob.id] });
    for (const device of [phone, bobs]) {
      await expect(isRefused(device, group, 'remove_admin', { users: [alice.id] })).resolves.toMatchObject({
        code: 4002,
      });
    }
    await expect(isRefused(strangers, group, 'add_admin', { users: [bob.id] })).resolves.toMatchObject({ code: 4004 });
  });
});

describe('permissions of a member', () => {
  it('allow a subscriber to send until they are removed', async () => {
    const sends = { room_id: channel.id, content: 'x' };
    await changes(at, channel, 'add_permission', { users: [bob.id], permission: ['can_send_messages'] });
    await bobs.ask('message.send', sends);
    for (const device of [phone, laptop, carols]) await device.hears('message.dispatch');
    await changes(at, channel, 'remove_permission', { users: [bob.id], permission: ['can_send_messages'] });
    await expect(bobs.isRefused('message.send', sends)).resolves.toMatchObject({ code: 4002 });
  });

  it('that are already as requested are answered only to the requester', async () => {
    const data = { users: [bob.id], permission: ['can_remove_participants'] };
    await expect(modify(phone, group, 'remove_permission', data)).resolves.toMatchObject({ meta: { changed: false } });
    await changes(at, group, 'add_permission', data);
    await expect(modify(phone, group, 'add_permission', data)).resolves.toMatchObject({ meta: { changed: false } });
  });

  it('are specific to each type of room', async () => {
    for (const [room, name] of [
      [group, 'can_send_messages'],
      [group, 'can_add_new_subscribers'],
      [channel, 'can_add_new_participants'],
      [channel, 'can_do_everything'],
    ] as const) {
      const refused = await isRefused(phone, room, 'add_permission', { users: [bob.id], permission: [name] });
      expect(refused).toMatchObject({ code: 4003, detail: { 'data.permission': [expect.any(String)] } });
    }
    const refused = await isRefused(phone, chat, 'add_permission', {
      users: [bob.id],
      permission: ['can_send_messages'],
    });
    expect(refused).toMatchObject({ code: 4003 });
  });

  it('are given by leaders to members', async () => {
    const data = { users: [bob.id], permission: ['can_remove_participants'] };
    await expect(isRefused(bobs, group, 'add_permission', data)).resolves.toMatchObject({ code: 4002 });
    const nobody = { ...data, users: [2_000_000_000] };
    await expect(isRefused(phone, group, 'add_permission', nobody)).resolves.toMatchObject({ code: 4003 });
  });
});

describe('room.modify with the action delete', () => {
  it('deletes the room with its contents for all members', async () => {
    await says(phone, group, 'soon gone');
    for (const device of others(at, group)) await device.hears('message.dispatch');
    const { request_id: requestId, ...heard } = await modify(phone, group, 'delete');
    expect(requestId).toEqual(expect.any(String));
    expect(heard).toEqual({
      eventType: 'roomdelete.dispatch',
      data: { room_id: group.id },
      room_id: group.id,
      seq: group.last_seq + 2,
    });
    for (const device of others(at, group)) await expect(device.hears('roomdelete.dispatch')).resolves.toEqual(heard);
    for (const device of [phone, bobs]) {
      for (const event of ['room.info', 'room.messages', 'room.leave']) {
        await expect(device.isRefused(event, { room_id: group.id })).resolves.toMatchObject({ code: 4004 });
      }
    }
    const again = await bob.connects();
    await expect(again.hears('chat.notifications')).resolves.toMatchObject({ data: {} });
    await again.leaves();
  });

  it('is allowed to the creator alone, and in a OneToOneChat to both users', async () => {
    await changes(at, group, 'add_admin', { users: [bob.id] });
    for (const room of [group, channel]) {
      await expect(isRefused(bobs, room, 'delete')).resolves.toMatchObject({ code: 4002 });
      await expect(isRefused(strangers, room, 'delete')).resolves.toMatchObject({ code: 4004 });
    }
    await modify(bobs, chat, 'delete');
    for (const device of [phone, laptop]) await device.hears('roomdelete.dispatch');
  });

  it('lets the two users of a OneToOneChat start a new, empty one', async () => {
    await says(phone, chat, 'forget this');
    await modify(phone, chat, 'delete');
    const { data: fresh } = await bobs.ask('room.create', { type: 'OneToOneChat', participants: [alice.id] });
    expect(fresh.id).not.toBe(chat.id);
    await expect(phone.ask('room.messages', { room_id: fresh.id })).resolves.toMatchObject({
      data: { data: { messages: [] } },
    });
    for (const device of [phone, laptop, bobs]) await device.rest();
  });
});
