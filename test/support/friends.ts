import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { users } from './people.js';
import type { TestUser } from './people.js';
import type { Service } from './service.js';

/** Alice, and Bob's device, on which he has made the group "Friends" with her. */
export interface Friends {
  readonly alice: TestUser;
  readonly bob: TestUser;
  readonly device: ChatClient;
  readonly room: GroupChat;
}

export async function newFriends(parley: Service): Promise<Friends> {
  const { alice, bob } = await users(parley, 'alice', 'bob');
  const device = await bob.connect();
  const group = { type: 'GroupChat', name: 'Friends', participants: [alice.id] };
  return { alice, bob, device, room: (await device.request('room.create', group)).data as GroupChat };
}
