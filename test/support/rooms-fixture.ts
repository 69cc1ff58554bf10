import type { Channel, GroupChat, OneToOneChat, Room, ServerFrame } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { connectCast } from './cast.js';
import type { TestUser } from './people.js';
import type { Service } from './service.js';

/** Three users with a room of each type, and a non-member. */
export interface RoomsFixture {
  readonly alice: TestUser;
  readonly bob: TestUser;
  readonly carol: TestUser;
  /** Alice's devices. */
  readonly phone: ChatClient;
  readonly laptop: ChatClient;
  readonly bobDevice: ChatClient;
  readonly carolDevice: ChatClient;
  readonly outsiderDevice: ChatClient;
  /** All created by Alice, with Bob as a member; Carol is in the first two. */
  readonly group: GroupChat;
  readonly channel: Channel;
  readonly chat: OneToOneChat;
}

export async function createRoomsFixture(parley: Service): Promise<RoomsFixture> {
  const cast = await connectCast(parley);
  const { alice, bob, carol, phone, laptop, bobDevice, carolDevice, daveDevice: outsiderDevice } = cast;
  const both = [bob.id, carol.id];
  const group = await phone.request('room.create', { type: 'GroupChat', name: 'Friends', participants: both });
  const channel = await phone.request('room.create', { type: 'Channel', name: 'News', subscribers: both });
  const chat = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
  for (const device of [laptop, bobDevice, carolDevice]) await device.drain();
  return {
    alice,
    bob,
    carol,
    phone,
    laptop,
    bobDevice,
    carolDevice,
    outsiderDevice,
    group: group.data as GroupChat,
    channel: channel.data as Channel,
    chat: chat.data as OneToOneChat,
  };
}

/** Checks that no device has unread frames, and closes all. */
export async function closeRoomsFixture({
  phone,
  laptop,
  bobDevice,
  carolDevice,
  outsiderDevice,
}: RoomsFixture): Promise<void> {
  for (const device of [phone, laptop, bobDevice, carolDevice, outsiderDevice]) {
    expect(await device.drain()).toEqual([]);
    await device.close();
  }
}

/** All devices in the room but Alice's phone. */
export const others = ({ laptop, bobDevice, carolDevice }: RoomsFixture, room: Room): ChatClient[] =>
  room.type === 'OneToOneChat' ? [laptop, bobDevice] : [laptop, bobDevice, carolDevice];

export const modify = (device: ChatClient, room: Room, action: string, data?: object): Promise<ServerFrame> =>
  device.request('room.modify', { room_id: room.id, action, data });

export const expectModifyRefused = (device: ChatClient, room: Room, action: string, data?: object) =>
  device.expectRefused('room.modify', { room_id: room.id, action, data });

const MEMBER_LISTS = new Set(['participants', 'admins', 'subscribers', 'moderators']);

/** A room as a change of its settings contains it. */
export const withoutMembers = (room: Room): object =>
  Object.fromEntries(Object.entries(room).filter(([key]) => !MEMBER_LISTS.has(key)));

/** Makes a change, and checks that all members receive the same event. @returns the changed room */
export async function expectRoomUpdate(
  fixture: RoomsFixture,
  room: Room,
  action: string,
  data?: object,
  device: ChatClient = fixture.phone,
): Promise<Room> {
  const { request_id: requestId, ...received } = await modify(device, room, action, data);
  expect(requestId).toEqual(expect.any(String));
  expect(received).toMatchObject({ eventType: 'roomupdate.dispatch', room_id: room.id });
  expect(received.seq).toBeGreaterThan(room.last_seq);
  for (const other of [fixture.phone, ...others(fixture, room)]) {
    if (other !== device) expect(await other.receive('roomupdate.dispatch')).toEqual(received);
  }
  return received.data as Room;
}
