import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import {
  closeDevices,
  createMembersFixture,
  permissionRequest,
  roleRequest,
  withoutRequest,
} from '../support/members-fixture.js';
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
const remove = (device: ChatClient, ...members: number[]) =>
  device.request('room.remove_members', { room_id: room.id, members });

describe('room.remove_members', () => {
  it('notifies all devices of the removed members, then the room, and nothing more reaches them', async () => {
    const removed = withoutRequest(await remove(phone, carol.id));
    expect(removed).toEqual({
      eventType: 'roomremovemembers.dispatch',
      room_id: room.id,
      seq: room.last_seq + 1,
      data: {
        room: expect.objectContaining({ id: room.id, member_count: 2 }) as Room,
        removed_members: [carol.username],
        removed_by: alice.username,
      },
      notice: notice(room.last_seq + 1, 'removed', alice, [carol]),
    });
    for (const device of [laptop, bobDevice])
      await expect(device.receive('roomremovemembers.dispatch')).resolves.toEqual(removed);
    for (const device of [carolDevice, carolsOther]) {
      await expect(device.receive('roomexit.dispatch')).resolves.toEqual({
        eventType: 'roomexit.dispatch',
        room_id: room.id,
        seq: room.last_seq + 1,
        data: { room: removed.data.room, message: `${alice.username} removed you from ${room.name}.` },
      });
    }
    await sendMessage(phone, room, 'is she gone?');
    for (const device of [laptop, bobDevice]) await device.receive('message.dispatch');
    for (const [event, data] of [
      ['message.send', { room_id: room.id, content: 'let me in' }],
      ['message.typing', { room_id: room.id }],
      ['room.messages', { room_id: room.id }],
      ['room.info', { room_id: room.id }],
      ['room.leave', { room_id: room.id }],
    ] as const) {
      await expect(carolDevice.expectRefused(event, data)).resolves.toMatchObject({ code: 4004 });
    }
  });

  it('removes the notifications, unread counts and room list entry of the member', async () => {
    const mine = await sendMessage(carolDevice, room, 'mine');
    await sendMessage(phone, room, 'for everybody');
    await phone.request('message.react', { type: 'add', message_id: mine.id, reaction_content: '👍' });
    await remove(phone, carol.id);
    for (const device of [phone, laptop, bobDevice, carolDevice, carolsOther]) await device.drain();
    const again = await carol.open();
    const { data, meta } = await again.receive('chat.notifications');
    expect([data, meta?.unread, meta?.total]).toEqual([{}, {}, 0]);
    await expect(again.request('room.list', {})).resolves.toMatchObject({ data: [] });
    await again.close();
  });

  it('reaches an offline member, whose room list is without the room after reconnecting', async () => {
    await carolDevice.close();
    await carolsOther.close();
    await remove(phone, carol.id);
    for (const device of [laptop, bobDevice]) await device.receive('roomremovemembers.dispatch');
    [carolDevice, carolsOther] = [await carol.connect(), await carol.connect()];
    await sendMessage(phone, room, 'she cannot hear this');
    for (const device of [laptop, bobDevice]) await device.receive('message.dispatch');
  });

  it('is answered only to the requester if none of the users is a member', async () => {
    const unchanged = await remove(phone, dave.id, 2_000_000_000);
    expect(unchanged).toMatchObject({
      data: { removed_members: [], room: { member_count: 3 } },
      meta: { changed: false },
    });
  });

  it('is allowed to admins, and to members with the permission to remove members', async () => {
    const requested = { room_id: room.id, members: [carol.id] };
    await expect(bobDevice.expectRefused('room.remove_members', requested)).resolves.toMatchObject({ code: 4002 });
    await phone.request('room.modify', permissionRequest(room, 'add_permission', bob, 'can_remove_participants'));
    for (const device of inGroup()) await device.receive('roomupdate.dispatch');
    await bobDevice.request('room.remove_members', requested);
    for (const device of [phone, laptop]) await device.receive('roomremovemembers.dispatch');
    for (const device of [carolDevice, carolsOther]) await device.receive('roomexit.dispatch');
  });

  it('cannot remove the creator, and needs an admin to remove an admin', async () => {
    for (const action of [
      roleRequest(room, 'add_admin', carol),
      permissionRequest(room, 'add_permission', bob, 'can_remove_participants'),
    ]) {
      await phone.request('room.modify', action);
      for (const device of inGroup()) await device.receive('roomupdate.dispatch');
    }
    const refused = async (device: ChatClient, ...members: number[]): Promise<void> => {
      const requested = { room_id: room.id, members };
      await expect(device.expectRefused('room.remove_members', requested)).resolves.toMatchObject({ code: 4002 });
    };
    await refused(carolDevice, alice.id);
    await refused(carolDevice, bob.id, alice.id);
    await refused(bobDevice, alice.id);
    await refused(bobDevice, carol.id);
  });

  it('can remove the requester and all members, which deletes the room', async () => {
    const left = await phone.request('room.remove_members', {
      room_id: room.id,
      members: [alice.id, bob.id, carol.id],
    });
    expect(left).toMatchObject({ eventType: 'roomexit.dispatch', room_id: room.id });
    for (const device of inGroup()) await device.receive('roomexit.dispatch');
    for (const device of [phone, ...inGroup()]) {
      await expect(device.receive('roomdelete.dispatch')).resolves.toMatchObject({ data: { room_id: room.id } });
    }
    await expect(phone.expectRefused('room.info', { room_id: room.id })).resolves.toMatchObject({ code: 4004 });
  });

  it('can remove the requester as the last member, which deletes the room', async () => {
    const { data: own } = await daveDevice.request('room.create', { type: 'GroupChat', name: 'Mine' });
    const left = await daveDevice.request('room.remove_members', { room_id: own.id, members: [dave.id] });
    expect(left).toMatchObject({
      eventType: 'roomexit.dispatch',
      room_id: own.id,
      data: { room: { member_count: 0 } },
    });
    await expect(daveDevice.receive('roomdelete.dispatch')).resolves.toMatchObject({ data: { room_id: own.id } });
  });

  it('can remove the last member of a room whose name has characters that PostgreSQL cannot store', async () => {
    const name = 'a \u0000 name \u00010';
    const { data: own } = await daveDevice.request('room.create', { type: 'GroupChat', name: 'a name' });
    // Earlier versions accepted it, and stored it without U+0000.
    const database = await connected(parley.serviceData);
    await database.query('UPDATE rooms SET name = $1 WHERE id = $2', ['a \u00010 name \u000110', own.id]);
    await database.end();
    const left = await daveDevice.request('room.remove_members', { room_id: own.id, members: [dave.id] });
    expect(left.data).toMatchObject({ room: { name }, message: `${dave.username} removed you from ${name}.` });
    await daveDevice.receive('roomdelete.dispatch');
  });
});

describe('room.leave', () => {
  it('is dispatched to all devices of the leaver, and to the remaining members', async () => {
    const left = withoutRequest(await carolDevice.request('room.leave', { room_id: room.id }));
    expect(left).toMatchObject({
      eventType: 'roomexit.dispatch',
      room_id: room.id,
      seq: room.last_seq + 1,
      data: { room: { id: room.id, member_count: 2 }, message: `You left ${room.name}.` },
    });
    await expect(carolsOther.receive('roomexit.dispatch')).resolves.toEqual(left);
    for (const device of [phone, laptop, bobDevice]) {
      await expect(device.receive('roomremovemembers.dispatch')).resolves.toMatchObject({
        seq: left.seq,
        data: { removed_members: [carol.username], removed_by: 'self' },
      });
    }
  });

  it('by the creator makes the oldest admin the creator, with the rights of a creator', async () => {
    await phone.request('room.modify', roleRequest(room, 'add_admin', carol));
    for (const device of inGroup()) await device.receive('roomupdate.dispatch');
    await phone.request('room.leave', { room_id: room.id });
    await laptop.receive('roomexit.dispatch');
    for (const device of [bobDevice, carolDevice, carolsOther]) {
      await expect(device.receive('roomremovemembers.dispatch')).resolves.toMatchObject({
        data: { room: { creator: userView(carol), admins: [userView(carol)] } },
      });
    }
    const deletion = { room_id: room.id, action: 'delete' };
    await expect(phone.expectRefused('room.modify', deletion)).resolves.toMatchObject({ code: 4004 });
    await expect(bobDevice.expectRefused('room.modify', deletion)).resolves.toMatchObject({ code: 4002 });
    await carolDevice.request('room.modify', deletion);
    for (const device of [bobDevice, carolsOther]) await device.receive('roomdelete.dispatch');
  });

  it('by the creator makes the oldest member creator and admin if there is no admin', async () => {
    await phone.request('room.leave', { room_id: room.id });
    await laptop.receive('roomexit.dispatch');
    const expected = { data: { room: { creator: userView(bob), admins: [userView(bob)] } } };
    for (const device of [bobDevice, carolDevice, carolsOther]) {
      await expect(device.receive('roomremovemembers.dispatch')).resolves.toMatchObject(expected);
    }
  });

  it('by the last member deletes the room', async () => {
    for (const [device, others] of [
      [phone, [laptop]],
      [bobDevice, []],
      [carolDevice, [carolsOther]],
    ] as const) {
      await device.request('room.leave', { room_id: room.id });
      for (const other of others) await other.receive('roomexit.dispatch');
    }
    for (const device of [carolDevice, carolsOther]) {
      await expect(device.receive('roomdelete.dispatch')).resolves.toMatchObject({ data: { room_id: room.id } });
    }
    for (const device of [bobDevice, carolDevice, carolsOther]) await device.drain();
    for (const device of [phone, bobDevice, carolDevice]) {
      await expect(device.expectRefused('room.info', { room_id: room.id })).resolves.toMatchObject({ code: 4004 });
    }
  });

  it('is refused in a OneToOneChat', async () => {
    const { data: chat } = await phone.request('room.create', { type: 'OneToOneChat', participants: [dave.id] });
    await Promise.all([laptop, daveDevice].map((device) => device.receive('roomcreate.dispatch')));
    for (const [event, data] of [
      ['room.leave', {}],
      ['room.add_members', { members: [bob.id] }],
      ['room.remove_members', { members: [dave.id] }],
    ] as const) {
      await expect(phone.expectRefused(event, { room_id: chat.id, ...data })).resolves.toMatchObject({ code: 4003 });
    }
  });
});
