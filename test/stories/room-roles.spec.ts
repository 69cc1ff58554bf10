import {
  expectRoomUpdate,
  createRoomsFixture,
  expectModifyRefused,
  closeRoomsFixture,
  modify,
  others,
  withoutMembers,
} from '../support/rooms-fixture.js';
import type { RoomsFixture } from '../support/rooms-fixture.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { sendMessage, userView } from '../support/messaging.js';

let parley: Service;
let fixture: RoomsFixture;
let alice: RoomsFixture['alice'];
let bob: RoomsFixture['bob'];
let carol: RoomsFixture['carol'];
let phone: RoomsFixture['phone'];
let laptop: RoomsFixture['laptop'];
let bobDevice: RoomsFixture['bobDevice'];
let carolDevice: RoomsFixture['carolDevice'];
let outsiderDevice: RoomsFixture['outsiderDevice'];
let group: RoomsFixture['group'];
let channel: RoomsFixture['channel'];
let chat: RoomsFixture['chat'];

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  fixture = await createRoomsFixture(parley);
  ({ alice, bob, carol, phone, laptop, bobDevice, carolDevice, outsiderDevice, group, channel, chat } = fixture);
});
afterEach(() => closeRoomsFixture(fixture));

describe('roles of a room', () => {
  it('make members admins of a group, with the rights of admins, and members again', async () => {
    await expect(expectRoomUpdate(fixture, group, 'add_admin', { users: [bob.id] })).resolves.toMatchObject({
      participants: group.participants,
      admins: [userView(alice), userView(bob)],
    });
    await expectRoomUpdate(fixture, group, 'update', { name: "Bob's friends" }, bobDevice);
    await expect(expectRoomUpdate(fixture, group, 'remove_admin', { users: [bob.id] })).resolves.toMatchObject({
      admins: [userView(alice)],
    });
    await expect(expectModifyRefused(bobDevice, group, 'update', { name: 'Mine' })).resolves.toMatchObject({
      code: 4002,
    });
  });

  it('make members moderators of a channel, who may send', async () => {
    await expect(bobDevice.expectRefused('message.send', { room_id: channel.id, content: 'x' })).resolves.toMatchObject(
      {
        code: 4002,
      },
    );
    await expect(
      expectRoomUpdate(fixture, channel, 'add_moderator', { users: [bob.id, carol.id] }),
    ).resolves.toMatchObject({
      moderators: [userView(alice), userView(bob), userView(carol)],
    });
    await sendMessage(bobDevice, channel, 'news!');
    for (const device of [phone, laptop, carolDevice]) await device.receive('message.dispatch');
    await expectRoomUpdate(fixture, channel, 'remove_moderator', { users: [bob.id] });
    await expect(bobDevice.expectRefused('message.send', { room_id: channel.id, content: 'x' })).resolves.toMatchObject(
      {
        code: 4002,
      },
    );
  });

  it('that a user already has are answered only to the requester; in a mixed list, the others change', async () => {
    await expectRoomUpdate(fixture, group, 'add_admin', { users: [bob.id] });
    await expect(modify(phone, group, 'add_admin', { users: [bob.id, alice.id] })).resolves.toMatchObject({
      meta: { changed: false },
    });
    await expect(expectRoomUpdate(fixture, group, 'add_admin', { users: [bob.id, carol.id] })).resolves.toMatchObject({
      admins: [userView(alice), userView(bob), userView(carol)],
    });
  });

  it('that a user does not have are removed without a change or a dispatch', async () => {
    for (const [room, role] of [
      [group, 'admin'],
      [channel, 'moderator'],
    ] as const) {
      for (const [action, user] of [
        [`add_${role}`, alice],
        [`remove_${role}`, bob],
      ] as const) {
        const unchanged = await modify(phone, room, action, { users: [user.id] });
        expect(unchanged).toMatchObject({ data: withoutMembers(room), meta: { changed: false } });
        expect(unchanged.data).not.toHaveProperty(`${role}s`);
        expect(unchanged).not.toHaveProperty('seq');
      }
    }
  });

  it('are given only to members, and to all listed users or none', async () => {
    const dave = (await users(parley, 'erin')).erin;
    const refused = await expectModifyRefused(phone, group, 'add_admin', { users: [bob.id, dave.id] });
    expect(refused).toMatchObject({ code: 4003, detail: { 'data.users': [expect.stringContaining(String(dave.id))] } });
    await expect(phone.request('room.info', { room_id: group.id })).resolves.toMatchObject({
      data: { admins: [userView(alice)] },
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
      await expect(expectModifyRefused(phone, room, action, { users: [bob.id] })).resolves.toMatchObject({
        code: 4003,
      });
    }
  });

  it('are given by leaders, and cannot be taken from the creator', async () => {
    await expect(expectModifyRefused(bobDevice, group, 'add_admin', { users: [bob.id] })).resolves.toMatchObject({
      code: 4002,
    });
    await expectRoomUpdate(fixture, group, 'add_admin', { users: [bob.id] });
    for (const device of [phone, bobDevice]) {
      await expect(expectModifyRefused(device, group, 'remove_admin', { users: [alice.id] })).resolves.toMatchObject({
        code: 4002,
      });
    }
    await expect(expectModifyRefused(outsiderDevice, group, 'add_admin', { users: [bob.id] })).resolves.toMatchObject({
      code: 4004,
    });
  });
});

describe('permissions of a member', () => {
  it('allow a subscriber to send until they are removed', async () => {
    const sends = { room_id: channel.id, content: 'x' };
    await expectRoomUpdate(fixture, channel, 'add_permission', { users: [bob.id], permission: ['can_send_messages'] });
    await bobDevice.request('message.send', sends);
    for (const device of [phone, laptop, carolDevice]) await device.receive('message.dispatch');
    await expectRoomUpdate(fixture, channel, 'remove_permission', {
      users: [bob.id],
      permission: ['can_send_messages'],
    });
    await expect(bobDevice.expectRefused('message.send', sends)).resolves.toMatchObject({ code: 4002 });
  });

  it('that are already as requested are answered only to the requester', async () => {
    const data = { users: [bob.id], permission: ['can_remove_participants'] };
    await expect(modify(phone, group, 'remove_permission', data)).resolves.toMatchObject({ meta: { changed: false } });
    const changed = await expectRoomUpdate(fixture, group, 'add_permission', data);
    expect(Object.keys(changed).sort()).toEqual(Object.keys(withoutMembers(group)).sort());
    await expect(modify(phone, group, 'add_permission', data)).resolves.toMatchObject({ meta: { changed: false } });
  });

  it('are specific to each type of room', async () => {
    for (const [room, name] of [
      [group, 'can_send_messages'],
      [group, 'can_add_new_subscribers'],
      [channel, 'can_add_new_participants'],
      [channel, 'can_do_everything'],
    ] as const) {
      const refused = await expectModifyRefused(phone, room, 'add_permission', { users: [bob.id], permission: [name] });
      expect(refused).toMatchObject({ code: 4003, detail: { 'data.permission': [expect.any(String)] } });
    }
    const refused = await expectModifyRefused(phone, chat, 'add_permission', {
      users: [bob.id],
      permission: ['can_send_messages'],
    });
    expect(refused).toMatchObject({ code: 4003 });
  });

  it('are given by leaders to members', async () => {
    const data = { users: [bob.id], permission: ['can_remove_participants'] };
    await expect(expectModifyRefused(bobDevice, group, 'add_permission', data)).resolves.toMatchObject({ code: 4002 });
    const nobody = { ...data, users: [2_000_000_000] };
    await expect(expectModifyRefused(phone, group, 'add_permission', nobody)).resolves.toMatchObject({ code: 4003 });
  });
});

describe('room.modify with the action delete', () => {
  it('deletes the room with its contents for all members', async () => {
    await sendMessage(phone, group, 'soon gone');
    for (const device of others(fixture, group)) await device.receive('message.dispatch');
    const { request_id: requestId, ...received } = await modify(phone, group, 'delete');
    expect(requestId).toEqual(expect.any(String));
    expect(received).toEqual({
      eventType: 'roomdelete.dispatch',
      data: { room_id: group.id },
      room_id: group.id,
      seq: group.last_seq + 2,
    });
    for (const device of others(fixture, group))
      await expect(device.receive('roomdelete.dispatch')).resolves.toEqual(received);
    for (const device of [phone, bobDevice]) {
      for (const event of ['room.info', 'room.messages', 'room.leave']) {
        await expect(device.expectRefused(event, { room_id: group.id })).resolves.toMatchObject({ code: 4004 });
      }
    }
    const again = await bob.open();
    await expect(again.receive('chat.notifications')).resolves.toMatchObject({ data: {} });
    await again.close();
  });

  it('is allowed to the creator alone, and in a OneToOneChat to both users', async () => {
    await expectRoomUpdate(fixture, group, 'add_admin', { users: [bob.id] });
    for (const room of [group, channel]) {
      await expect(expectModifyRefused(bobDevice, room, 'delete')).resolves.toMatchObject({ code: 4002 });
      await expect(expectModifyRefused(outsiderDevice, room, 'delete')).resolves.toMatchObject({ code: 4004 });
    }
    await modify(bobDevice, chat, 'delete');
    for (const device of [phone, laptop]) await device.receive('roomupdate.dispatch');
  });

  it('empties a OneToOneChat for the user who deletes it and starts it again', async () => {
    await sendMessage(phone, chat, 'forget this');
    await modify(phone, chat, 'delete');
    const { data: again } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    expect(again.id).toBe(chat.id);
    await expect(phone.request('room.messages', { room_id: chat.id })).resolves.toMatchObject({
      data: { data: { messages: [] } },
    });
    for (const device of [phone, laptop, bobDevice]) await device.drain();
  });
});
