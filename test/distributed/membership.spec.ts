import { randomUUID } from 'node:crypto';

import type { Channel, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { closeDevices, createMembersFixture, permissionRequest, withoutRequest } from '../support/members-fixture.js';
import type { MembersFixture } from '../support/members-fixture.js';
import { notice } from '../support/notices.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { sendMessage, userView } from '../support/messaging.js';

let parley: Service;
let alice: MembersFixture['alice'];
let bob: MembersFixture['bob'];
let carol: MembersFixture['carol'];
let dave: MembersFixture['dave'];
let phone: MembersFixture['phone'];
let laptop: MembersFixture['laptop'];
let bobDevice: MembersFixture['bobDevice'];
let carolDevice: MembersFixture['carolDevice'];
let carolsOther: MembersFixture['carolSecondDevice'];
let daveDevice: MembersFixture['daveDevice'];
let room: MembersFixture['room'];

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  ({
    alice,
    bob,
    carol,
    dave,
    phone,
    laptop,
    bobDevice,
    carolDevice,
    carolSecondDevice: carolsOther,
    daveDevice,
    room,
  } = await createMembersFixture(parley));
});
afterEach(() => closeDevices(phone, laptop, bobDevice, carolDevice, carolsOther, daveDevice));

const inGroup = (): ChatClient[] => [laptop, bobDevice, carolDevice, carolsOther];
const add = (device: ChatClient, ...members: number[]) =>
  device.request('room.add_members', { room_id: room.id, members });

async function makesChannel(extra_fields: object, ...subscribers: number[]): Promise<Channel> {
  const { data } = await phone.request('room.create', { type: 'Channel', name: 'News', subscribers, extra_fields });
  await laptop.receive('roomcreate.dispatch');
  return data as Channel;
}

describe('room.add_members', () => {
  it('is dispatched to the room and to the new members, who receive everything from then on', async () => {
    const added = withoutRequest(await add(phone, dave.id));
    expect(added).toEqual({
      eventType: 'roomaddmembers.dispatch',
      room_id: room.id,
      seq: room.last_seq + 1,
      data: {
        room: expect.objectContaining({ id: room.id, member_count: 4 }) as Room,
        new_members: [dave.username],
        added_by: alice.username,
      },
      notice: notice(room.last_seq + 1, 'added', alice, [dave]),
    });
    expect(added.data.room).toMatchObject({
      participants: [alice, bob, carol, dave].map(userView),
      last_seq: added.seq,
    });
    for (const device of [...inGroup(), daveDevice]) {
      await expect(device.receive('roomaddmembers.dispatch')).resolves.toEqual(added);
    }
    await sendMessage(bobDevice, room, 'welcome');
    for (const device of [phone, laptop, carolDevice, carolsOther, daveDevice])
      await device.receive('message.dispatch');
  });

  it('of existing members is answered only to the requester; in a mixed list, the others are added', async () => {
    const unchanged = await add(phone, bob.id, carol.id);
    expect(unchanged).toMatchObject({ data: { new_members: [], room: { member_count: 3 } }, meta: { changed: false } });
    expect(unchanged.seq).toBeUndefined();
    await expect(add(phone, bob.id, dave.id, dave.id)).resolves.toMatchObject({
      data: { new_members: [dave.username] },
    });
    for (const device of [...inGroup(), daveDevice]) await device.receive('roomaddmembers.dispatch');
  });

  it('shows new members the earlier messages, without counting them as unread', async () => {
    await sendMessage(phone, room, 'before you came');
    for (const device of inGroup()) await device.receive('message.dispatch');
    await add(phone, dave.id);
    for (const device of [...inGroup(), daveDevice]) await device.receive('roomaddmembers.dispatch');
    const { data: list } = await daveDevice.request('room.list', {});
    expect(list).toMatchObject([{ id: room.id, unread_count: 0, last_message: { content: 'before you came' } }]);
    const { data: page } = await daveDevice.request('room.messages', { room_id: room.id });
    expect(page.data.messages).toHaveLength(1);
    const again = await dave.open();
    await expect(again.receive('chat.notifications')).resolves.toMatchObject({ data: {} });
    await again.close();
  });

  it('is allowed to admins and to members with the permission', async () => {
    const requested = { room_id: room.id, members: [dave.id] };
    await expect(bobDevice.expectRefused('room.add_members', requested)).resolves.toMatchObject({ code: 4002 });
    await phone.request('room.modify', permissionRequest(room, 'add_permission', bob, 'can_add_new_participants'));
    for (const device of inGroup()) await device.receive('roomupdate.dispatch');
    await bobDevice.request('room.add_members', requested);
    for (const device of [phone, laptop, carolDevice, carolsOther, daveDevice])
      await device.receive('roomaddmembers.dispatch');
  });

  it('refuses a list that exceeds the limit of members, and adds none of it', async () => {
    const { data: small } = await phone.request('room.create', {
      type: 'GroupChat',
      name: 'Three',
      participants: [bob.id],
      extra_fields: { max_participants: 3 },
    });
    await Promise.all([laptop, bobDevice].map((device) => device.receive('roomcreate.dispatch')));
    const requested = { room_id: small.id, members: [carol.id, dave.id] };
    await expect(phone.expectRefused('room.add_members', requested)).resolves.toMatchObject({
      code: 4003,
      detail: { members: [expect.any(String)] },
    });
    await phone.request('room.add_members', { room_id: small.id, members: [carol.id] });
    for (const device of [laptop, bobDevice, carolDevice, carolsOther]) await device.receive('roomaddmembers.dispatch');
  });

  it('refuses unknown and deactivated users', async () => {
    await parley.parley('users', 'deactivate', dave.username);
    await daveDevice.closed();
    for (const members of [[2_000_000_000], [dave.id]]) {
      await expect(phone.expectRefused('room.add_members', { room_id: room.id, members })).resolves.toMatchObject({
        code: 4004,
        detail: '1 of the named users does not exist.',
      });
    }
    daveDevice = await carol.connect();
  });
});

describe('room.join', () => {
  it('adds any user to a public Channel, which is dispatched to the room', async () => {
    const channel = await makesChannel({ is_public: true }, bob.id);
    await bobDevice.receive('roomcreate.dispatch');
    const joined = withoutRequest(await daveDevice.request('room.join', { room_id: channel.id }));
    expect(joined).toMatchObject({
      eventType: 'roomaddmembers.dispatch',
      seq: channel.last_seq + 1,
      data: { new_members: [dave.username], added_by: 'self', room: { member_count: 3 } },
    });
    for (const device of [phone, laptop, bobDevice])
      await expect(device.receive('roomaddmembers.dispatch')).resolves.toEqual(joined);
    await sendMessage(phone, channel, 'hello, all');
    for (const device of [laptop, bobDevice, daveDevice]) await device.receive('message.dispatch');
    await expect(daveDevice.request('room.join', { room_id: channel.id })).resolves.toMatchObject({
      data: { new_members: [], room: { member_count: 3 } },
      meta: { changed: false },
    });
  });

  it('refuses a full Channel', async () => {
    const channel = await makesChannel({ is_public: true, max_subscribers: 1 });
    await expect(daveDevice.expectRefused('room.join', { room_id: channel.id })).resolves.toMatchObject({ code: 4003 });
  });

  it('notifies the admins of a group that requires approval, once, and adds nobody', async () => {
    await phone.request('room.modify', { room_id: room.id, action: 'update', data: { join_approval_required: true } });
    for (const device of inGroup()) await device.receive('roomupdate.dispatch');
    const requested = withoutRequest(await daveDevice.request('room.join', { room_id: room.id }));
    expect(requested).toEqual({
      eventType: 'joinrequest.dispatch',
      room_id: room.id,
      data: { room_id: room.id, user: userView(dave), status: 'pending' },
    });
    for (const device of [phone, laptop])
      await expect(device.receive('joinrequest.dispatch')).resolves.toEqual(requested);
    await expect(daveDevice.request('room.join', { room_id: room.id })).resolves.toMatchObject({
      data: { status: 'pending' },
    });
    await expect(daveDevice.expectRefused('room.info', { room_id: room.id })).resolves.toMatchObject({ code: 4004 });
    await add(phone, dave.id);
    for (const device of [...inGroup(), daveDevice]) await device.receive('roomaddmembers.dispatch');
  });

  it('refuses every other room with the error of an unknown room', async () => {
    const channel = await makesChannel({});
    const { data: chat } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await Promise.all([laptop, bobDevice].map((device) => device.receive('roomcreate.dispatch')));
    const { code, detail } = await daveDevice.expectRefused('room.join', { room_id: randomUUID() });
    expect(code).toBe(4003);
    for (const { id } of [room, channel, chat]) {
      await expect(daveDevice.expectRefused('room.join', { room_id: id })).resolves.toMatchObject({ code, detail });
    }
  });
});

describe('room.info', () => {
  it('returns a room to its members', async () => {
    for (const device of [phone, carolDevice]) {
      const { data, request_id: requestId } = await device.request('room.info', { room_id: room.id.toUpperCase() });
      expect(data).toEqual(room);
      expect(requestId).toEqual(expect.any(String));
    }
  });

  it('is refused to non-members as for a room that does not exist', async () => {
    const foreign = await daveDevice.expectRefused('room.info', { room_id: room.id });
    const unknown = await daveDevice.expectRefused('room.info', { room_id: randomUUID() });
    expect(foreign).toMatchObject({ code: 4004 });
    expect(foreign.detail).toEqual(unknown.detail);
  });
});
