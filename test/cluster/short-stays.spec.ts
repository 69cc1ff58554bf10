import type { ChatClient } from '../support/chat-client.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { says } from '../support/talk.js';
import { TwoNodes } from '../support/two-nodes.js';

const STAYS = 5;

let nodes: TwoNodes;

beforeAll(async () => {
  nodes = await TwoNodes.start();
});
afterAll(() => nodes.stop());

/** Nodes read signals in order, so they have read all signals before this one. */
async function isDeactivated(person: Person): Promise<void> {
  const device = await person.arrives(nodes.there);
  await nodes.here.parley('users', 'deactivate', person.username);
  await device.closed();
}

async function comesAndGoes(phone: ChatClient, bob: Person): Promise<void> {
  const { data: room } = await phone.ask('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
  await says(phone, room, 'hello');
  await phone.ask('room.remove_members', { room_id: room.id, members: [bob.id] });
  await says(phone, room, 'he cannot hear this');
}

describe('a user who leaves a room soon after joining', () => {
  it('receives each event once, although the signals of both reach every node later', async () => {
    const { alice, bob, carol, dave } = await people(nodes.here, 'alice', 'bob', 'carol', 'dave');
    const [phone, bobs] = [await alice.arrives(nodes.here), await bob.arrives(nodes.there)];
    for (let stay = 0; stay < STAYS; stay += 1) {
      await comesAndGoes(phone, bob);
      for (const name of ['roomcreate.dispatch', 'message.dispatch', 'roomexit.dispatch']) await bobs.hears(name);
    }
    // When the second signal has been handled, the effects of the first are complete.
    for (const person of [carol, dave]) await isDeactivated(person);
    await expect(bobs.rest()).resolves.toEqual([]);
  });
});
