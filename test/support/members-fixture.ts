import type { GroupChat, Room } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { connectCast } from './cast.js';
import type { TestUser } from './people.js';
import type { Service } from './service.js';
import { createGroup } from './messaging.js';

/** Alice, who created a group; Bob and Carol, who are in it; and Dave, who is not. */
export interface MembersFixture {
  readonly alice: TestUser;
  readonly bob: TestUser;
  readonly carol: TestUser;
  readonly dave: TestUser;
  /** Alice's devices. */
  readonly phone: ChatClient;
  readonly laptop: ChatClient;
  readonly bobDevice: ChatClient;
  readonly carolDevice: ChatClient;
  readonly carolSecondDevice: ChatClient;
  readonly daveDevice: ChatClient;
  readonly room: GroupChat;
}

export async function createMembersFixture(parley: Service): Promise<MembersFixture> {
  const cast = await connectCast(parley);
  const { alice, bob, carol, dave, phone, laptop, bobDevice, carolDevice, daveDevice } = cast;
  const carolSecondDevice = await carol.connect();
  const room = await createGroup(phone, [
    { user: bob, device: bobDevice },
    { user: carol, device: carolDevice },
  ]);
  await Promise.all([laptop, carolSecondDevice].map((device) => device.receive('roomcreate.dispatch')));
  return { alice, bob, carol, dave, phone, laptop, bobDevice, carolDevice, carolSecondDevice, daveDevice, room };
}

/** Checks that no device has unread frames, and closes all. */
export async function closeDevices(...devices: ChatClient[]): Promise<void> {
  for (const device of devices) {
    expect(await device.drain()).toEqual([]);
    await device.close();
  }
}

/** The requester's copy equals that of all others, but for the `request_id`. */
export function withoutRequest<Frame extends { request_id?: string }>(frame: Frame): Omit<Frame, 'request_id'> {
  const { request_id: requestId, ...rest } = frame;
  expect(requestId).toEqual(expect.any(String));
  return rest;
}

/** The data of a `room.modify` that gives or takes a permission. */
export const permissionRequest = (room: Room, action: string, { id }: TestUser, ...names: string[]): object => ({
  room_id: room.id,
  action,
  data: { users: [id], permission: names },
});

/** The data of a `room.modify` that gives or takes a role. */
export const roleRequest = (room: Room, action: string, { id }: TestUser): object => ({
  room_id: room.id,
  action,
  data: { users: [id] },
});
