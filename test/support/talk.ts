import type { GroupChat, Message, Room, User } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import type { Heard } from './frames.js';
import type { Person } from './people.js';

/** Creates a group of these users, and waits until all have received it. */
export async function groupOf(creator: ChatClient, others: readonly Member[], name = 'Friends'): Promise<GroupChat> {
  const participants = others.map(({ person }) => person.id);
  const { data } = await creator.ask('room.create', { type: 'GroupChat', name, participants });
  await Promise.all(
    others.map(({ device }) => device.hears('roomcreate.dispatch', ({ data: room }) => room.id === data.id)),
  );
  return data as GroupChat;
}

/** A user and the device in use. */
export interface Member {
  readonly person: Person;
  readonly device: ChatClient;
}

export async function onADevice(person: Person): Promise<Member> {
  return { person, device: await person.arrives() };
}

export async function says(device: ChatClient, room: Pick<Room, 'id'>, content: string): Promise<Message> {
  return (await device.ask('message.send', { room_id: room.id, content })).data;
}

/** The public fields of a user. */
export function seen(person: Person): User {
  return {
    id: person.id,
    username: person.username,
    first_name: person.username.replace(/\d+$/, ''),
    last_name: 'Tester',
  };
}

export const A_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
export const AN_ID = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
) as string;

/** The next event of this name, which is the same on all these devices. */
export async function allHear<Name extends string>(devices: ChatClient[], eventType: Name): Promise<Heard<Name>> {
  const [first, ...others] = await Promise.all(devices.map((device) => device.hears(eventType)));
  for (const heard of others) expect(heard).toEqual(first);
  return first!;
}

/** The newest page of a room's history, newest message first. */
export async function historyOf(device: ChatClient, room: Pick<Room, 'id'>): Promise<readonly Message[]> {
  const { data: page } = await device.ask('room.messages', { room_id: room.id, paginate: { size: 200 } });
  return page.data.messages;
}
