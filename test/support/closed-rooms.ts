import type { Room } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { users } from './people.js';
import type { TestUser } from './people.js';
import type { Service } from './service.js';
import { sendMessage } from './messaging.js';
import { limitTokens } from './room-tokens.js';

/** A word that is in every text of the closed rooms, and nowhere else. */
export const SECRET = 'xyzzy';

/** A room with messages, attachments and reactions that only Alice and Bob can see. */
export interface ClosedRoom {
  readonly room: Room;
  /** The ids of two messages and an attachment of the room. */
  readonly ids: readonly [message: string, reply: string, attachment: string];
}

/** A user who is in none of the closed rooms, or whose token is for none of them. */
export interface Outsider {
  readonly user: TestUser;
  readonly device: ChatClient;
  /** A room that the outsider leads, and a message by the outsider in it. */
  readonly ownRoom: Room;
  readonly sent: string;
  /** The outsider's own messages in closed rooms, by room, from the time as a leader there. */
  readonly left: ReadonlyMap<string, string>;
  /** Whether it is a moderator of the deployment, who reads reports without being a member. */
  readonly isModerator?: boolean;
}

export interface ClosedRooms {
  readonly rooms: readonly ClosedRoom[];
  readonly alice: TestUser;
  readonly bob: TestUser;
  readonly aliceDevice: ChatClient;
  readonly bobDevice: ChatClient;
  readonly outsiders: Readonly<Record<string, Outsider>>;
}

export async function closedRooms(parley: Service): Promise<ClosedRooms> {
  const { alice, bob, carol, dave, erin, frank, grace, heidi } = await users(
    parley,
    ...(['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi'] as const),
  );
  const moderator = (await users(parley, 'heidi')).heidi;
  const limited = (await users(parley, 'carol')).carol;
  await parley.parley('users', 'set-role', moderator.username, 'moderator');
  const [aliceDevice, bobDevice] = await Promise.all([alice.connect(), bob.connect()]);
  const rooms = await createRooms(aliceDevice, bob, [carol, dave, grace, limited]);
  const outsiders = {
    'a non-member': await outsider(erin),
    'a moderator of the deployment': { ...(await outsider(moderator)), isModerator: true },
    'a leader whose token is for another room': await limitedLeader(parley, limited),
    'a guest': await guest(parley, (await users(parley, 'erin')).erin),
    'a guest in another room with them': await guest(parley, (await users(parley, 'frank')).frank, [alice.id, bob.id]),
    'a member of another room with them': await outsider(frank, [alice.id, bob.id]),
    'a user whom a member blocks': await outsider(heidi),
    'a user who blocks a member': await outsider((await users(parley, 'heidi')).heidi),
    'a removed member': await formerMember(carol, rooms, (room) =>
      aliceDevice.request('room.remove_members', { room_id: room.id, members: [carol.id] }),
    ),
    'a banned member': await formerMember(grace, rooms, (room) =>
      aliceDevice.request('room.restrict', { room_id: room.id, user_id: grace.id, kind: 'ban', reason: SECRET }),
    ),
    'a member who has left': await formerMember(dave, rooms, (room, device) =>
      device.request('room.leave', { room_id: room.id }),
    ),
  };
  await bobDevice.request('user.block', { user_id: heidi.id, blocked: true });
  await outsiders['a user who blocks a member'].device.request('user.block', { user_id: bob.id, blocked: true });
  const inhabited: ClosedRoom[] = [];
  for (const room of rooms) inhabited.push({ room, ids: await fillRoom(room, aliceDevice, bobDevice) });
  const all = { rooms: inhabited, alice, bob, aliceDevice, bobDevice, outsiders };
  await drainAll(all);
  return all;
}

/** All unread frames of all devices. */
export async function drainAll({ aliceDevice, bobDevice, outsiders }: ClosedRooms): Promise<unknown[]> {
  const devices = [aliceDevice, bobDevice, ...Object.values(outsiders).map(({ device }) => device)];
  return (await Promise.all(devices.map((device) => device.drain()))).flat();
}

/** One room of each type that can be closed; every user who can be a leader is one. */
async function createRooms(aliceDevice: ChatClient, bob: TestUser, others: readonly TestUser[]): Promise<Room[]> {
  const users = [bob.id, ...others.map(({ id }) => id)];
  const named = { name: `${SECRET} name`, description: `${SECRET} description` };
  const [avatar, property] = [`https://${SECRET}.example/a.png`, { preferences: { [SECRET]: SECRET } }];
  const requests: (readonly [request: object, promotion?: string])[] = [
    [{ type: 'GroupChat', ...named, participants: users, extra_fields: { avatar, property } }, 'add_admin'],
    [{ type: 'Channel', ...named, subscribers: users, extra_fields: { avatar, property } }, 'add_moderator'],
    [{ type: 'OneToOneChat', participants: [bob.id] }],
  ];
  const rooms: Room[] = [];
  for (const [request, action] of requests) {
    const { data: room } = await aliceDevice.request('room.create', request);
    if (action !== undefined) await aliceDevice.request('room.modify', { room_id: room.id, action, data: { users } });
    rooms.push(room);
  }
  return rooms;
}

async function outsider(user: TestUser, participants: number[] = []): Promise<Outsider> {
  const device = await user.connect();
  const { data } = await device.request('room.create', { type: 'GroupChat', name: 'den', participants });
  const ownRoom = data;
  const { id: sent } = await sendMessage(device, ownRoom, 'of their own');
  await device.request('message.read', { room_id: ownRoom.id, up_to_seq: 1_000 });
  return { user, device, ownRoom, sent, left: new Map() };
}

async function guest(parley: Service, user: TestUser, participants?: number[]): Promise<Outsider> {
  const { device, ...found } = await outsider(user, participants);
  await parley.parley('users', 'kind', user.username, 'guest');
  await device.close();
  return { ...found, device: await user.connect() };
}

/** A leader of the closed rooms, with a token that is limited to the own room. */
async function limitedLeader(parley: Service, user: TestUser): Promise<Outsider> {
  const { device, ...found } = await outsider(user);
  await device.close();
  await limitTokens(parley, user, [found.ownRoom.id]);
  return { ...found, device: await user.connect() };
}

async function formerMember(
  user: TestUser,
  rooms: readonly Room[],
  leave: (room: Room, device: ChatClient) => Promise<unknown>,
): Promise<Outsider> {
  const found = await outsider(user);
  const left = new Map<string, string>();
  for (const room of rooms.filter(({ type }) => type !== 'OneToOneChat')) {
    left.set(room.id, (await sendMessage(found.device, room, `${SECRET} once`)).id);
    await leave(room, found.device);
  }
  return { ...found, left };
}

async function fillRoom(room: Room, aliceDevice: ChatClient, bobDevice: ChatClient): Promise<ClosedRoom['ids']> {
  const { id } = await sendMessage(aliceDevice, room, `${SECRET} said`);
  const place = { media_url: `https://${SECRET}.example/b.png`, caption: SECRET, metadata: { [SECRET]: 1 } };
  const media = [{ ...place, media_type: 'image', mime_type: 'image/png', file_size: 1 }];
  const extra_fields = { parent_message_id: id, media };
  const { data: reply } = await aliceDevice.request('message.send', {
    room_id: room.id,
    content: SECRET,
    extra_fields,
  });
  await bobDevice.request('message.react', { type: 'add', message_id: id, reaction_content: SECRET });
  await bobDevice.request('message.read', { message_id: id });
  await bobDevice.request('message.acknowledged', { message_id: reply.id });
  return [id, reply.id, reply.attachments[0]!.id];
}
