import type { Channel, GroupChat, OneToOneChat, Room, ServerFrame } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { people } from './people.js';
import type { Person } from './people.js';
import type { Service } from './service.js';

/** Three users with a room of each type, and a non-member. */
export interface Home {
  readonly alice: Person;
  readonly bob: Person;
  readonly carol: Person;
  /** Alice's devices. */
  readonly phone: ChatClient;
  readonly laptop: ChatClient;
  readonly bobs: ChatClient;
  readonly carols: ChatClient;
  readonly strangers: ChatClient;
  /** All created by Alice, with Bob as a member; Carol is in the first two. */
  readonly group: GroupChat;
  readonly channel: Channel;
  readonly chat: OneToOneChat;
}

export async function home(parley: Service): Promise<Home> {
  const { alice, bob, carol, dave } = await people(parley, 'alice', 'bob', 'carol', 'dave');
  const [phone, laptop, bobs, carols, strangers] = await Promise.all([
    alice.arrives(),
    alice.arrives(),
    bob.arrives(),
    carol.arrives(),
    dave.arrives(),
  ]);
  const both = [bob.id, carol.id];
  const group = await phone.ask('room.create', { type: 'GroupChat', name: 'Friends', participants: both });
  const channel = await phone.ask('room.create', { type: 'Channel', name: 'News', subscribers: both });
  const chat = await phone.ask('room.create', { type: 'OneToOneChat', participants: [bob.id] });
  for (const device of [laptop, bobs, carols]) await device.rest();
  return {
    ...{ alice, bob, carol, phone, laptop, bobs, carols, strangers },
    group: group.data as GroupChat,
    channel: channel.data as Channel,
    chat: chat.data as OneToOneChat,
  };
}

/** Checks that no device has unread frames, and closes all. */
export async function leaveHome({ phone, laptop, bobs, carols, strangers }: Home): Promise<void> {
  for (const device of [phone, laptop, bobs, carols, strangers]) {
    expect(await device.rest()).toEqual([]);
    await device.leaves();
  }
}

/** All devices in the room but Alice's phone. */
export const others = ({ laptop, bobs, carols }: Home, room: Room): ChatClient[] =>
  room.type === 'OneToOneChat' ? [laptop, bobs] : [laptop, bobs, carols];

export const modify = (device: ChatClient, room: Room, action: string, data?: object): Promise<ServerFrame> =>
  device.ask('room.modify', { room_id: room.id, action, data });

export const isRefused = (device: ChatClient, room: Room, action: string, data?: object) =>
  device.isRefused('room.modify', { room_id: room.id, action, data });

/** Makes a change, and checks that all members receive the same event. @returns the changed room */
export async function changes(
  at: Home,
  room: Room,
  action: string,
  data?: object,
  device: ChatClient = at.phone,
): Promise<Room> {
  const { request_id: requestId, ...heard } = await modify(device, room, action, data);
  expect(requestId).toEqual(expect.any(String));
  expect(heard).toMatchObject({ eventType: 'roomupdate.dispatch', room_id: room.id });
  expect(heard.seq).toBeGreaterThan(room.last_seq);
  for (const other of [at.phone, ...others(at, room)]) {
    if (other !== device) expect(await other.hears('roomupdate.dispatch')).toEqual(heard);
  }
  return heard.data as Room;
}
