import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { createGroup } from './messaging.js';
import { users } from './people.js';
import type { TestUser } from './people.js';
import type { Service } from './service.js';

/** Four users with the devices that they are connected on. */
export interface Cast {
  readonly alice: TestUser;
  readonly bob: TestUser;
  readonly carol: TestUser;
  readonly dave: TestUser;
  /** Both of Alice. */
  readonly phone: ChatClient;
  readonly laptop: ChatClient;
  readonly bobDevice: ChatClient;
  readonly carolDevice: ChatClient;
  readonly daveDevice: ChatClient;
}

/** Each device has received its first frame. */
export async function connectCast(service: Service): Promise<Cast> {
  const { alice, bob, carol, dave } = await users(service, 'alice', 'bob', 'carol', 'dave');
  const [phone, laptop, bobDevice, carolDevice, daveDevice] = await Promise.all([
    alice.connect(),
    alice.connect(),
    bob.connect(),
    carol.connect(),
    dave.connect(),
  ]);
  return { alice, bob, carol, dave, phone, laptop, bobDevice, carolDevice, daveDevice };
}

/** Closes the connections of all of them. */
export async function closeCast({ phone, laptop, bobDevice, carolDevice, daveDevice }: Cast): Promise<void> {
  for (const device of [phone, laptop, bobDevice, carolDevice, daveDevice]) await device.close();
}

/** Connects the cast, and lets Alice create a group with Bob that all of their devices know. */
export async function connectCastInGroup(service: Service): Promise<{ cast: Cast; room: GroupChat }> {
  const cast = await connectCast(service);
  const room = await createGroup(cast.phone, [{ user: cast.bob, device: cast.bobDevice }]);
  await cast.laptop.receive('roomcreate.dispatch');
  return { cast, room };
}
