import type { Room } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { people } from './people.js';
import type { Person } from './people.js';
import type { Service } from './service.js';
import { says } from './talk.js';

/** A word that is in every text of the closed rooms, and nowhere else. */
export const SECRET = 'xyzzy';

/** A room with messages, attachments and reactions that only Alice and Bob can see. */
export interface ClosedRoom {
  readonly room: Room;
  /** The ids of two messages and an attachment of the room. */
  readonly ids: readonly [message: string, reply: string, attachment: string];
}

/** A user who is in none of the closed rooms. */
export interface Outsider {
  readonly person: Person;
  readonly device: ChatClient;
  /** A room that the outsider leads, and a message by the outsider in it. */
  readonly den: Room;
  readonly said: string;
  /** The outsider's own messages in closed rooms, by room, from the time as a leader there. */
  readonly left: ReadonlyMap<string, string>;
}

export interface ClosedRooms {
  readonly rooms: readonly ClosedRoom[];
  readonly alice: Person;
  readonly bob: Person;
  readonly alices: ChatClient;
  readonly bobs: ChatClient;
  readonly outsiders: Readonly<Record<string, Outsider>>;
}

export async function closedRooms(parley: Service): Promise<ClosedRooms> {
  const { alice, bob, carol, dave, erin, frank } = await people(
    parley,
    'alice',
    'bob',
    'carol',
    'dave',
    'erin',
    'frank',
  );
  const [alices, bobs] = await Promise.all([alice.arrives(), bob.arrives()]);
  const rooms = await madeBy(alices, bob, [carol, dave]);
  const outsiders = {
    'a non-member': await outsider(erin),
    'a member of another room with them': await outsider(frank, [alice.id, bob.id]),
    'a removed member': await formerMember(carol, rooms, (room) =>
      alices.ask('room.remove_members', { room_id: room.id, members: [carol.id] }),
    ),
    'a member who has left': await formerMember(dave, rooms, (room, device) =>
      device.ask('room.leave', { room_id: room.id }),
    ),
  };
  const inhabited: ClosedRoom[] = [];
  for (const room of rooms) inhabited.push({ room, ids: await muchIsSaid(room, alices, bobs) });
  const all = { rooms: inhabited, alice, bob, alices, bobs, outsiders };
  await heardBy(all);
  return all;
}

/** All unread frames of all devices. */
export async function heardBy({ alices, bobs, outsiders }: ClosedRooms): Promise<unknown[]> {
  const devices = [alices, bobs, ...Object.values(outsiders).map(({ device }) => device)];
  return (await Promise.all(devices.map((device) => device.rest()))).flat();
}

/** One room of each type that can be closed; every user who can be a leader is one. */
async function madeBy(alices: ChatClient, bob: Person, others: readonly Person[]): Promise<Room[]> {
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
    const { data: room } = await alices.ask('room.create', request);
    if (action !== undefined) await alices.ask('room.modify', { room_id: room.id, action, data: { users } });
    rooms.push(room);
  }
  return rooms;
}

async function outsider(person: Person, participants: number[] = []): Promise<Outsider> {
  const device = await person.arrives();
  const { data } = await device.ask('room.create', { type: 'GroupChat', name: 'den', participants });
  const den = data;
  const { id: said } = await says(device, den, 'of their own');
  await device.ask('message.read', { room_id: den.id, up_to_seq: 1_000 });
  return { person, device, den, said, left: new Map() };
}

async function formerMember(
  person: Person,
  rooms: readonly Room[],
  goes: (room: Room, device: ChatClient) => Promise<unknown>,
): Promise<Outsider> {
  const found = await outsider(person);
  const left = new Map<string, string>();
  for (const room of rooms.filter(({ type }) => type !== 'OneToOneChat')) {
    left.set(room.id, (await says(found.device, room, `${SECRET} once`)).id);
    await goes(room, found.device);
  }
  return { ...found, left };
}

async function muchIsSaid(room: Room, alices: ChatClient, bobs: ChatClient): Promise<ClosedRoom['ids']> {
  const { id } = await says(alices, room, `${SECRET} said`);
  const place = { media_url: `https://${SECRET}.example/b.png`, caption: SECRET, metadata: { [SECRET]: 1 } };
  const media = [{ ...place, media_type: 'image', mime_type: 'image/png', file_size: 1 }];
  const extra_fields = { parent_message_id: id, media };
  const { data: reply } = await alices.ask('message.send', { room_id: room.id, content: SECRET, extra_fields });
  await bobs.ask('message.react', { type: 'add', message_id: id, reaction_content: SECRET });
  await bobs.ask('message.read', { message_id: id });
  await bobs.ask('message.acknowledged', { message_id: reply.id });
  return [id, reply.id, reply.attachments[0]!.id];
}
