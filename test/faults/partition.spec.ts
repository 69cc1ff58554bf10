import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import type { Service } from '../support/service.js';
import { says } from '../support/talk.js';
import { reaches, TwoNodes } from '../support/two-nodes.js';

let nodes: TwoNodes;
let cable: TwoNodes['cable'];
let here: Service;
let there: Service;
let bob: Person;
let dave: Person;
/** Alice is on the first node; Bob, Carol and Dave are on the second. */
let alices: ChatClient;
let bobs: ChatClient;
let carols: ChatClient;
let daves: ChatClient;
/** Created by Alice, with Bob and Carol. */
let room: Room;

beforeAll(async () => {
  nodes = await TwoNodes.start();
  ({ cable, here, there } = nodes);
});
afterAll(() => nodes.stop());

beforeEach(async () => {
  const { alice, carol, ...others } = await people(here, 'alice', 'bob', 'carol', 'dave');
  ({ bob, dave } = others);
  alices = await alice.arrives(here);
  [bobs, carols, daves] = [await bob.arrives(there), await carol.arrives(there), await dave.arrives(there)];
  const participants = [bob.id, carol.id];
  room = (await alices.ask('room.create', { type: 'GroupChat', name: 'x', participants })).data;
  await reaches(alices, carols, room);
  await says(bobs, room, 'I am here');
  cable.cut();
});
afterEach(async () => {
  cable.mend();
  await Promise.all([alices, bobs, carols, daves].map((device) => device.leaves()));
});

/** Whether a device on Carol's node receives Carol's message. */
async function isHeard(device: ChatClient): Promise<boolean> {
  await device.rest();
  const { id } = await says(carols, room, 'who hears this?');
  return (await device.rest()).some(({ data }) => (data as { id?: string } | undefined)?.id === id);
}

const modify = (action: string, data: object): Promise<unknown> =>
  alices.ask('room.modify', { room_id: room.id, action, data });

describe('while Redis is unreachable', () => {
  it('a permission that is granted on one node holds on the other at once', async () => {
    await modify('update', { group_locked: true });
    await expect(bobs.isRefused('message.send', { room_id: room.id, content: 'x' })).resolves.toMatchObject({
      code: 4002,
    });
    await modify('update', { group_locked: false });
    await says(bobs, room, 'I may');
  });

  it('a user who is removed on one node receives nothing more on the other', async () => {
    await expect(isHeard(bobs)).resolves.toBe(true);
    await alices.ask('room.remove_members', { room_id: room.id, members: [bob.id] });
    await eventually(async () => !(await isHeard(bobs)));
    await expect(bobs.isRefused('message.typing', { room_id: room.id })).resolves.toMatchObject({ code: 4004 });
  });

  it('a user who is added on one node receives the room on the other', async () => {
    await expect(isHeard(daves)).resolves.toBe(false);
    await alices.ask('room.add_members', { room_id: room.id, members: [dave.id] });
    await eventually(() => isHeard(daves));
  });

  it('a user who leaves and rejoins quickly is a member on both nodes', async () => {
    for (let count = 0; count < 5; count += 1) {
      await alices.ask('room.remove_members', { room_id: room.id, members: [bob.id] });
      await alices.ask('room.add_members', { room_id: room.id, members: [bob.id] });
    }
    await eventually(() => isHeard(bobs));
    cable.mend();
    await expect(isHeard(bobs)).resolves.toBe(true);
  });
});
