import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { sendMessage } from '../support/messaging.js';
import { TwoNodes } from '../support/two-nodes.js';

const MEMBERSHIPS = 5;

let nodes: TwoNodes;

beforeAll(async () => {
  nodes = await TwoNodes.shared();
});

/** Nodes read signals in order, so they have read all signals before this one. */
async function isDeactivated(user: TestUser): Promise<void> {
  const device = await user.connect(nodes.there);
  await nodes.here.parley('users', 'deactivate', user.username);
  await device.closed();
}

async function comesAndGoes(phone: ChatClient, bob: TestUser): Promise<void> {
  const { data: room } = await phone.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
  await sendMessage(phone, room, 'hello');
  await phone.request('room.remove_members', { room_id: room.id, members: [bob.id] });
  await sendMessage(phone, room, 'he cannot hear this');
}

describe('a user who leaves a room soon after joining', () => {
  it('receives each event once, although the signals of both reach every node later', async () => {
    const { alice, bob, carol, dave } = await users(nodes.here, 'alice', 'bob', 'carol', 'dave');
    const [phone, bobDevice] = [await alice.connect(nodes.here), await bob.connect(nodes.there)];
    for (let at = 0; at < MEMBERSHIPS; at += 1) {
      await comesAndGoes(phone, bob);
      for (const name of ['roomcreate.dispatch', 'message.dispatch', 'roomexit.dispatch'])
        await bobDevice.receive(name);
    }
    // When the second signal has been handled, the effects of the first are complete.
    for (const user of [carol, dave]) await isDeactivated(user);
    await expect(bobDevice.drain()).resolves.toEqual([]);
  });
});
