import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { disperse, gather, permission, role, withoutRequest } from '../support/gathering.js';
import type { Gathering } from '../support/gathering.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { says, seen } from '../support/talk.js';

let parley: Service;
let alice: Gathering['alice'];
let bob: Gathering['bob'];
let carol: Gathering['carol'];
let dave: Gathering['dave'];
let phone: Gathering['phone'];
let laptop: Gathering['laptop'];
let bobs: Gathering['bobs'];
let carols: Gathering['carols'];
let carolsOther: Gathering['carolsOther'];
let daves: Gathering['daves'];
let room: Gathering['room'];

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  ({ alice, bob, carol, dave, phone, laptop, bobs, carols, carolsOther, daves, room } = await gather(parley));
});
afterEach(() => disperse(phone, laptop, bobs, carols, carolsOther, daves));

const inGroup = (): ChatClient[] => [laptop, bobs, carols, carolsOther];
const remove = (device: ChatClient, ...members: number[]) =>
  device.ask('room.remove_members', { room_id: room.id, members });

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
    });
    for (const device of [laptop, bobs])
      await expect(device.hears('roomremovemembers.dispatch')).resolves.toEqual(removed);
    for (const device of [carols, carolsOther]) {
      await expect(device.hears('roomexit.dispatch')).resolves.toEqual({
        eventType: 'roomexit.dispatch',
        room_id: room.id,
        seq: room.last_seq + 1,
        data: { room: removed.data.room, message: `${alice.username} removed you from ${room.name}.` },
      });
    }
    await says(phone, room, 'is she gone?');
    for (const device of [laptop, bobs]) await device.hears('message.dispatch');
    for (const [event, data] of [
      ['message.send', { room_id: room.id, content: 'let me in' }],
      ['message.typing', { room_id: room.id }],
      ['room.messages', { room_id: room.id }],
      ['room.info', { room_id: room.id }],
      ['room.leave', { room_id: room.id }],
    ] as const) {
      await expect(carols.isRefused(event, data)).resolves.toMatchObject({ code: 4004 });
    }
  });

  it('removes the notifications, unread counts and room list entry of the member', async () => {
    const mine = await says(carols, room, 'mine');
    await says(phone, room, 'for everybody');
    await phone.ask('message.react', { type: 'add', message_id: mine.id, reaction_content: '👍' });
    await remove(phone, carol.id);
    for (const device of [phone, laptop, bobs, carols, carolsOther]) await device.rest();
    const again = await carol.connects();
    const { data, meta } = await again.hears('chat.notifications');
    expect([data, meta?.unread, meta?.total]).toEqual([{}, {}, 0]);
    await expect(again.ask('room.list', {})).resolves.toMatchObject({ data: [] });
    await again.leaves();
  });

  it('reaches an offline member, whose room list is without the room after reconnecting', async () => {
    await carols.leaves();
    await carolsOther.leaves();
    await remove(phone, carol.id);
    for (const device of [laptop, bobs]) await device.hears('roomremovemembers.dispatch');
    [carols, carolsOther] = [await carol.arrives(), await carol.arrives()];
    await says(phone, room, 'she cannot hear this');
    for (const device of [laptop, bobs]) await device.hears('message.dispatch');
  });

  it('is answered only to the requester if none of the users is a member', async () => {
    const unchanged = await remove(phone, dave.id, 2_000_000_000);
    expect(unchanged).toMatchObject({
      data: { removed_members: [], room: { member_count: 3 } },
      meta: { changed: false },
    });
  });

  it('is allowed to admins, and to members with the permission to remove members', async () => {
    const asked = { room_id: room.id, members: [carol.id] };
    await expect(bobs.isRefused('room.remove_members', asked)).resolves.toMatchObject({ code: 4002 });
    await phone.ask('room.modify', permission(room, 'add_permission', bob, 'can_remove_participants'));
    for (const device of inGroup()) await device.hears('roomupdate.dispatch');
    await bobs.ask('room.remove_members', asked);
    for (const device of [phone, laptop]) await device.hears('roomremovemembers.dispatch');
    for (const device of [carols, carolsOther]) await device.hears('roomexit.dispatch');
  });

  it('cannot remove the creator, and needs an admin to remove an admin', async () => {
    for (const action of [
      role(room, 'add_admin', carol),
      permission(room, 'add_permission', bob, 'can_remove_participants'),
    ]) {
      await phone.ask('room.modify', action);
      for (const device of inGroup()) await device.hears('roomupdate.dispatch');
    }
    const refused = async (device: ChatClient, ...members: number[]): Promise<void> => {
      const asked = { room_id: room.id, members };
      await expect(device.isRefused('room.remove_members', asked)).resolves.toMatchObject({ code: 4002 });
    };
    await refused(carols, alice.id);
    await refused(carols, bob.id, alice.id);
    await refused(bobs, alice.id);
    await refused(bobs, carol.id);
  });

  it('can remove the requester and all members, which deletes the room', async () => {
    const left = await phone.ask('room.remove_members', { room_id: room.id, members: [alice.id, bob.id, carol.id] });
    expect(left).toMatchObject({ eventType: 'roomexit.dispatch', room_id: room.id });
    for (const device of inGroup()) await device.hears('roomexit.dispatch');
    for (const device of [phone, ...inGroup()]) {
      await expect(device.hears('roomdelete.dispatch')).resolves.toMatchObject({ data: { room_id: room.id } });
    }
    await expect(phone.isRefused('room.info', { room_id: room.id })).resolves.toMatchObject({ code: 4004 });
  });

  it('can remove the requester as the last member, which deletes the room', async () => {
    const { data: own } = await daves.ask('room.create', { type: 'GroupChat', name: 'Mine' });
    const left = await daves.ask('room.remove_members', { room_id: own.id, members: [dave.id] });
    expect(left).toMatchObject({
      eventType: 'roomexit.dispatch',
      room_id: own.id,
      data: { room: { member_count: 0 } },
    });
    await expect(daves.hears('roomdelete.dispatch')).resolves.toMatchObject({ data: { room_id: own.id } });
  });
});

describe('room.leave', () => {
  it('is dispatched to all devices of the leaver, and to the remaining members', async () => {
    const left = withoutRequest(await carols.ask('room.leave', { room_id: room.id }));
    expect(left).toMatchObject({
      eventType: 'roomexit.dispatch',
      room_id: room.id,
      seq: room.last_seq + 1,
      data: { room: { id: room.id, member_count: 2 }, message: `You left ${room.name}.` },
    });
    await expect(carolsOther.hears('roomexit.dispatch')).resolves.toEqual(left);
    for (const device of [phone, laptop, bobs]) {
      await expect(device.hears('roomremovemembers.dispatch')).resolves.toMatchObject({
        seq: left.seq,
        data: { removed_members: [carol.username], removed_by: 'self' },
      });
    }
  });

  it('by the creator makes the oldest admin the creator, with the rights of a creator', async () => {
    await phone.ask('room.modify', role(room, 'add_admin', carol));
    for (const device of inGroup()) await device.hears('roomupdate.dispatch');
    await phone.ask('room.leave', { room_id: room.id });
    await laptop.hears('roomexit.dispatch');
    for (const device of [bobs, carols, carolsOther]) {
      await expect(device.hears('roomremovemembers.dispatch')).resolves.toMatchObject({
        data: { room: { creator: seen(carol), admins: [seen(carol)] } },
      });
    }
    const deletion = { room_id: room.id, action: 'delete' };
    await expect(phone.isRefused('room.modify', deletion)).resolves.toMatchObject({ code: 4004 });
    await expect(bobs.isRefused('room.modify', deletion)).resolves.toMatchObject({ code: 4002 });
    await carols.ask('room.modify', deletion);
    for (const device of [bobs, carolsOther]) await device.hears('roomdelete.dispatch');
  });

  it('by the creator makes the oldest member creator and admin if there is no admin', async () => {
    await phone.ask('room.leave', { room_id: room.id });
    await laptop.hears('roomexit.dispatch');
    const expected = { data: { room: { creator: seen(bob), admins: [seen(bob)] } } };
    for (const device of [bobs, carols, carolsOther]) {
      await expect(device.hears('roomremovemembers.dispatch')).resolves.toMatchObject(expected);
    }
  });

  it('by the last member deletes the room', async () => {
    for (const [device, others] of [
      [phone, [laptop]],
      [bobs, []],
      [carols, [carolsOther]],
    ] as const) {
      await device.ask('room.leave', { room_id: room.id });
      for (const other of others) await other.hears('roomexit.dispatch');
    }
    for (const device of [carols, carolsOther]) {
      await expect(device.hears('roomdelete.dispatch')).resolves.toMatchObject({ data: { room_id: room.id } });
    }
    for (const device of [bobs, carols, carolsOther]) await device.rest();
    for (const device of [phone, bobs, carols]) {
      await expect(device.isRefused('room.info', { room_id: room.id })).resolves.toMatchObject({ code: 4004 });
    }
  });

  it('is refused in a OneToOneChat', async () => {
    const { data: chat } = await phone.ask('room.create', { type: 'OneToOneChat', participants: [dave.id] });
    await Promise.all([laptop, daves].map((device) => device.hears('roomcreate.dispatch')));
    for (const [event, data] of [
      ['room.leave', {}],
      ['room.add_members', { members: [bob.id] }],
      ['room.remove_members', { members: [dave.id] }],
    ] as const) {
      await expect(phone.isRefused(event, { room_id: chat.id, ...data })).resolves.toMatchObject({ code: 4003 });
    }
  });
});
