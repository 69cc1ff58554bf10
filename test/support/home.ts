import type { Channel, GroupChat, OneToOneChat, Room, ServerFrame } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { people } from './people.js';
import type { Person } from './people.js';
import type { Service } from './service.js';

/** Three people with a room of each type, and a stranger. */
export interface Home {
  readonly alice: Person;
  readonly bob: Person;
  readonly carol: Person;
  /** Alice's, both. */
  readonly phone: ChatClient;
  readonly laptop: ChatClient;
  readonly bobs: ChatClient;
  readonly carols: ChatClient;
  readonly strangers: ChatClient;
  /** All made by Alice, and with Bob; the first two with Carol too. */
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

/** Everybody has heard what they expected to hear, and no more, and goes. */
export async function leaveHome({ phone, laptop, bobs, carols, strangers }: Home): Promise<void> {
  for (const device of [phone, laptop, bobs, carols, strangers]) {
    expect(await device.rest()).toEqual([]);
    await device.leaves();
  }
}

/** Everybody who hears the room, but for Alice's phone. */
export const others = ({ laptop, bobs, carols }: Home, room: Room): ChatClient[] =>
  room.type === 'OneToOneChat' ? [laptop, bobs] : [laptop, bobs, carols];

export const modify = (device: ChatClient, room: Room, action: string, data?: object): Promise<ServerFrame> =>
  device.ask('room.modify', { room_id: room.id, action, data });

export const isRefused = (device: ChatClient, room: Room, action: string, data?: object) =>
  device.isRefused('room.modify', { room_id: room.id, action, data });

/** Makes a change, and sees that everybody in the room hears of the same. @returns the room since */
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
