import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import type { Service } from '../support/service.js';
import { says } from '../support/talk.js';
import { reaches, TwoNodes } from '../support/two-nodes.js';

let nodes: TwoNodes;
let here: Service;
let there: Service;
let alice: Person;
let bob: Person;
let carol: Person;
/** Alice and one device of Bob's are on the first node; Bob's other device and Carol are on the second. */
let alices: ChatClient;
let bobsHere: ChatClient;
let bobs: ChatClient;
let carols: ChatClient;
/** Created by Alice, with Bob, and subscribed to by every node. */
let room: Room;

beforeAll(async () => {
  nodes = await TwoNodes.start();
  ({ here, there } = nodes);
});
afterAll(() => nodes.stop());

beforeEach(async () => {
  ({ alice, bob, carol } = await people(here, 'alice', 'bob', 'carol'));
  alices = await alice.arrives(here);
  bobsHere = await bob.arrives(here);
  bobs = await bob.arrives(there);
  carols = await carol.arrives(there);
  room = (await alices.ask('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] })).data;
  await isHeardBy(bobs);
});
afterEach(() => Promise.all([alices, bobsHere, bobs, carols].map((device) => device.leaves())));

async function isHeardBy(...hearers: ChatClient[]): Promise<void> {
  for (const hearer of hearers) await reaches(alices, hearer, room);
  for (const device of [alices, bobsHere, bobs, carols]) await device.rest();
}

describe('rooms on two nodes', () => {
  it('deliver to members who were added on the other node', async () => {
    await alices.ask('room.add_members', { room_id: room.id, members: [carol.id] });
    for (const device of [bobsHere, bobs, carols]) {
      await expect(device.hears('roomaddmembers.dispatch')).resolves.toMatchObject({ room_id: room.id });
    }
    await isHeardBy(carols);
    await says(carols, room, 'here I am');
    for (const device of [bobsHere, bobs]) await device.hears('message.dispatch');
  });

  it('deliver nothing to a removed member, on any device of either node', async () => {
    await alices.ask('room.add_members', { room_id: room.id, members: [carol.id] });
    await isHeardBy(carols);
    for (let count = 0; count < 50; count += 1) {
      carols.asks('message.send', { room_id: room.id, content: 'before' });
      if (count === 25) alices.asks('room.remove_members', { room_id: room.id, members: [bob.id] });
      alices.asks('message.send', { room_id: room.id, content: 'around' });
    }
    for (const device of [bobsHere, bobs]) {
      const { seq } = await device.hears('roomexit.dispatch');
      expect(seq).toBeGreaterThan(room.last_seq);
    }
    await Promise.all([bobsHere, bobs].map((device) => device.rest()));
    await says(alices, room, 'the last word');
    await carols.hears('message.dispatch', ({ data }) => data.content === 'the last word');
    for (const device of [bobsHere, bobs]) await expect(device.rest()).resolves.toEqual([]);
    await expect(bobs.isRefused('message.typing', { room_id: room.id })).resolves.toMatchObject({ code: 4004 });
  });

  it('apply a lock, a role and a permission that were changed on the other node', async () => {
    await says(bobs, room, 'may I?');
    const modify = (action: string, data: object) => alices.ask('room.modify', { room_id: room.id, action, data });
    await modify('update', { group_locked: true });
    await expect(bobs.isRefused('message.send', { room_id: room.id, content: 'x' })).resolves.toMatchObject({
      code: 4002,
    });
    await modify('add_admin', { users: [bob.id] });
    await says(bobs, room, 'I may');
  });

  it('keep one room per pair of users who leave it and come back', async () => {
    await bobs.ask('room.leave', { room_id: room.id });
    await bobsHere.hears('roomexit.dispatch');
    const back = await bob.arrives(there);
    await alices.ask('room.add_members', { room_id: room.id, members: [bob.id] });
    for (const device of [bobsHere, bobs, back]) await device.hears('roomaddmembers.dispatch');
    await isHeardBy(bobs, back);
    await back.leaves();
  });

  it("deliver an operator's change once to each device", async () => {
    await here.parley('rooms', 'delete', room.id);
    for (const device of [alices, bobsHere, bobs]) await device.hears('roomdelete.dispatch');
    for (const device of [alices, bobsHere, bobs, carols]) await expect(device.rest()).resolves.toEqual([]);
  });
});
