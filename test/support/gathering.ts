import type { GroupChat, Room } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { people } from './people.js';
import type { Person } from './people.js';
import type { Service } from './service.js';
import { groupOf } from './talk.js';

/** Alice, who created a group; Bob and Carol, who are in it; and Dave, who is not. */
export interface Gathering {
  readonly alice: Person;
  readonly bob: Person;
  readonly carol: Person;
  readonly dave: Person;
  /** Alice's devices. */
  readonly phone: ChatClient;
  readonly laptop: ChatClient;
  readonly bobs: ChatClient;
  /** Carol's devices. */
  readonly carols: ChatClient;
  readonly carolsOther: ChatClient;
  readonly daves: ChatClient;
  readonly room: GroupChat;
}

export async function gather(parley: Service): Promise<Gathering> {
  const { alice, bob, carol, dave } = await people(parley, 'alice', 'bob', 'carol', 'dave');
  const [phone, laptop, bobs, carols, carolsOther, daves] = await Promise.all([
    alice.arrives(),
    alice.arrives(),
    bob.arrives(),
    carol.arrives(),
    carol.arrives(),
    dave.arrives(),
  ]);
  const room = await groupOf(phone, [
    { person: bob, device: bobs },
    { person: carol, device: carols },
  ]);
  await Promise.all([laptop, carolsOther].map((device) => device.hears('roomcreate.dispatch')));
  return { alice, bob, carol, dave, phone, laptop, bobs, carols, carolsOther, daves, room };
}

/** Checks that no device has unread frames, and closes all. */
export async function disperse(...devices: ChatClient[]): Promise<void> {
  for (const device of devices) {
    expect(await device.rest()).toEqual([]);
    await device.leaves();
  }
}

/** The requester's copy equals that of all others, but for the `request_id`. */
export function withoutRequest<Frame extends { request_id?: string }>(frame: Frame): Omit<Frame, 'request_id'> {
  const { request_id: requestId, ...rest } = frame;
  expect(requestId).toEqual(expect.any(String));
  return rest;
}

/** The data of a `room.modify` that gives or takes a permission. */
export const permission = (room: Room, action: string, { id }: Person, ...names: string[]): object => ({
  room_id: room.id,
  action,
  data: { users: [id], permission: names },
});

/** The data of a `room.modify` that gives or takes a role. */
export const role = (room: Room, action: string, { id }: Person): object => ({
  room_id: room.id,
  action,
  data: { users: [id] },
});
