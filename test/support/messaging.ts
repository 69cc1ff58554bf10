import type { GroupChat, Message, Profile, Room, User } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import type { Received } from './frames.js';
import type { TestUser } from './people.js';

/** Creates a group of these users, and waits until all have received it. */
export async function createGroup(
  creator: ChatClient,
  others: readonly Member[],
  name = 'Friends',
): Promise<GroupChat> {
  const participants = others.map(({ user }) => user.id);
  const { data } = await creator.request('room.create', { type: 'GroupChat', name, participants });
  await Promise.all(
    others.map(({ device }) => device.receive('roomcreate.dispatch', ({ data: room }) => room.id === data.id)),
  );
  return data as GroupChat;
}

/** A user and the device in use. */
export interface Member {
  readonly user: TestUser;
  readonly device: ChatClient;
}

export async function connectMember(user: TestUser): Promise<Member> {
  return { user, device: await user.connect() };
}

export async function sendMessage(device: ChatClient, room: Pick<Room, 'id'>, content: string): Promise<Message> {
  return (await device.request('message.send', { room_id: room.id, content })).data;
}

/** The public fields of a user. */
export function userView(user: TestUser): User {
  return {
    id: user.id,
    username: user.username,
    first_name: user.username.replace(/\d+$/, ''),
    last_name: 'Tester',
    avatar: null,
    status: null,
    is_bot: false,
  };
}

/** The public fields of a user in an answer about people. */
export const profileView = (user: TestUser): Profile => ({ ...userView(user), custom: {} });

export const ANY_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
export const ANY_ID = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
) as string;

/** The next event of this name, which is the same on all these devices. */
export async function allReceive<Name extends string>(devices: ChatClient[], eventType: Name): Promise<Received<Name>> {
  const [first, ...others] = await Promise.all(devices.map((device) => device.receive(eventType)));
  for (const received of others) expect(received).toEqual(first);
  return first!;
}

/** The newest page of a room's history, newest message first. */
export async function historyOf(device: ChatClient, room: Pick<Room, 'id'>): Promise<readonly Message[]> {
  const { data: page } = await device.request('room.messages', { room_id: room.id, paginate: { size: 200 } });
  return page.data.messages;
}
