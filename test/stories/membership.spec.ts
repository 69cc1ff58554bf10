import { randomUUID } from 'node:crypto';

import type { Channel, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { disperse, gather, permission, withoutRequest } from '../support/gathering.js';
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
const add = (device: ChatClient, ...members: number[]) => device.ask('room.add_members', { room_id: room.id, members });

async function makesChannel(extra_fields: object, ...subscribers: number[]): Promise<Channel> {
  const { data } = await phone.ask('room.create', { type: 'Channel', name: 'News', subscribers, extra_fields });
  await laptop.hears('roomcreate.dispatch');
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
    });
    expect(added.data.room).toMatchObject({ participants: [alice, bob, carol, dave].map(seen), last_seq: added.seq });
    for (const device of [...inGroup(), daves]) {
      await expect(device.hears('roomaddmembers.dispatch')).resolves.toEqual(added);
    }
    await says(bobs, room, 'welcome');
    for (const device of [phone, laptop, carols, carolsOther, daves]) await device.hears('message.dispatch');
  });

  it('of existing members is answered only to the requester; in a mixed list, the others are added', async () => {
    const unchanged = await add(phone, bob.id, carol.id);
    expect(unchanged).toMatchObject({ data: { new_members: [], room: { member_count: 3 } }, meta: { changed: false } });
    expect(unchanged.seq).toBeUndefined();
    await expect(add(phone, bob.id, dave.id, dave.id)).resolves.toMatchObject({
      data: { new_members: [dave.username] },
    });
    for (const device of [...inGroup(), daves]) await device.hears('roomaddmembers.dispatch');
  });

  it('shows new members the earlier messages, without counting them as unread', async () => {
    await says(phone, room, 'before you came');
    for (const device of inGroup()) await device.hears('message.dispatch');
    await add(phone, dave.id);
    for (const device of [...inGroup(), daves]) await device.hears('roomaddmembers.dispatch');
    const { data: list } = await daves.ask('room.list', {});
    expect(list).toMatchObject([{ id: room.id, unread_count: 0, last_message: { content: 'before you came' } }]);
    const { data: page } = await daves.ask('room.messages', { room_id: room.id });
    expect(page.data.messages).toHaveLength(1);
    const again = await dave.connects();
    await expect(again.hears('chat.notifications')).resolves.toMatchObject({ data: {} });
    await again.leaves();
  });

  it('is allowed to admins and to members with the permission', async () => {
    const asked = { room_id: room.id, members: [dave.id] };
    await expect(bobs.isRefused('room.add_members', asked)).resolves.toMatchObject({ code: 4002 });
    await phone.ask('room.modify', permission(room, 'add_permission', bob, 'can_add_new_participants'));
    for (const device of inGroup()) await device.hears('roomupdate.dispatch');
    await bobs.ask('room.add_members', asked);
    for (const device of [phone, laptop, carols, carolsOther, daves]) await device.hears('roomaddmembers.dispatch');
  });

  it('refuses a list that exceeds the limit of members, and adds none of it', async () => {
    const { data: small } = await phone.ask('room.create', {
      type: 'GroupChat',
      name: 'Three',
      participants: [bob.id],
      extra_fields: { max_participants: 3 },
    });
    await Promise.all([laptop, bobs].map((device) => device.hears('roomcreate.dispatch')));
    const asked = { room_id: small.id, members: [carol.id, dave.id] };
    await expect(phone.isRefused('room.add_members', asked)).resolves.toMatchObject({
      code: 4003,
      detail: { members: [expect.any(String)] },
    });
    await phone.ask('room.add_members', { room_id: small.id, members: [carol.id] });
    for (const device of [laptop, bobs, carols, carolsOther]) await device.hears('roomaddmembers.dispatch');
  });

  it('refuses unknown and deactivated users', async () => {
    await parley.parley('users', 'deactivate', dave.username);
    await daves.closed();
    for (const members of [[2_000_000_000], [dave.id]]) {
      await expect(phone.isRefused('room.add_members', { room_id: room.id, members })).resolves.toMatchObject({
        code: 4004,
      });
    }
    daves = await carol.arrives();
  });
});

describe('room.join', () => {
  it('adds any user to a public Channel, which is dispatched to the room', async () => {
    const channel = await makesChannel({ is_public: true }, bob.id);
    await bobs.hears('roomcreate.dispatch');
    const joined = withoutRequest(await daves.ask('room.join', { room_id: channel.id }));
    expect(joined).toMatchObject({
      eventType: 'roomaddmembers.dispatch',
      seq: channel.last_seq + 1,
      data: { new_members: [dave.username], added_by: 'self', room: { member_count: 3 } },
    });
    for (const device of [phone, laptop, bobs])
      await expect(device.hears('roomaddmembers.dispatch')).resolves.toEqual(joined);
    await says(phone, channel, 'hello, all');
    for (const device of [laptop, bobs, daves]) await device.hears('message.dispatch');
    await expect(daves.ask('room.join', { room_id: channel.id })).resolves.toMatchObject({
      data: { new_members: [], room: { member_count: 3 } },
      meta: { changed: false },
    });
  });

  it('refuses a full Channel', async () => {
    const channel = await makesChannel({ is_public: true, max_subscribers: 1 });
    await expect(daves.isRefused('room.join', { room_id: channel.id })).resolves.toMatchObject({ code: 4003 });
  });

  it('notifies the admins of a group that requires approval, once, and adds nobody', async () => {
    await phone.ask('room.modify', { room_id: room.id, action: 'update', data: { join_approval_required: true } });
    for (const device of inGroup()) await device.hears('roomupdate.dispatch');
    const asked = withoutRequest(await daves.ask('room.join', { room_id: room.id }));
    expect(asked).toEqual({
      eventType: 'joinrequest.dispatch',
      room_id: room.id,
      data: { room_id: room.id, user: seen(dave), status: 'pending' },
    });
    for (const device of [phone, laptop]) await expect(device.hears('joinrequest.dispatch')).resolves.toEqual(asked);
    await expect(daves.ask('room.join', { room_id: room.id })).resolves.toMatchObject({ data: { status: 'pending' } });
    await expect(daves.isRefused('room.info', { room_id: room.id })).resolves.toMatchObject({ code: 4004 });
    await add(phone, dave.id);
    for (const device of [...inGroup(), daves]) await device.hears('roomaddmembers.dispatch');
  });

  it('refuses every other room with the error of an unknown room', async () => {
    const channel = await makesChannel({});
    const { data: chat } = await phone.ask('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await Promise.all([laptop, bobs].map((device) => device.hears('roomcreate.dispatch')));
    const { code, detail } = await daves.isRefused('room.join', { room_id: randomUUID() });
    expect(code).toBe(4003);
    for (const { id } of [room, channel, chat]) {
      await expect(daves.isRefused('room.join', { room_id: id })).resolves.toMatchObject({ code, detail });
    }
  });
});

describe('room.info', () => {
  it('returns a room to its members', async () => {
    for (const device of [phone, carols]) {
      const { data, request_id: requestId } = await device.ask('room.info', { room_id: room.id.toUpperCase() });
      expect(data).toEqual(room);
      expect(requestId).toEqual(expect.any(String));
    }
  });

  it('is refused to non-members as for a room that does not exist', async () => {
    const foreign = await daves.isRefused('room.info', { room_id: room.id });
    const unknown = await daves.isRefused('room.info', { room_id: randomUUID() });
    expect(foreign).toMatchObject({ code: 4004 });
    expect(foreign.detail).toEqual(unknown.detail);
  });
});
