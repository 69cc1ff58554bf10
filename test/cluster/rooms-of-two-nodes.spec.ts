import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sendMessage } from '../support/messaging.js';
import { expectDelivery, TwoNodes } from '../support/two-nodes.js';

let nodes: TwoNodes;
let here: Service;
let there: Service;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
/** Alice and one device of Bob's are on the first node; Bob's other device and Carol are on the second. */
let aliceDevice: ChatClient;
let bobsHere: ChatClient;
let bobDevice: ChatClient;
let carolDevice: ChatClient;
/** Created by Alice, with Bob, and subscribed to by every node. */
let room: Room;

beforeAll(async () => {
  nodes = await TwoNodes.shared();
  ({ here, there } = nodes);
});

beforeEach(async () => {
  ({ alice, bob, carol } = await users(here, 'alice', 'bob', 'carol'));
  aliceDevice = await alice.connect(here);
  bobsHere = await bob.connect(here);
  bobDevice = await bob.connect(there);
  carolDevice = await carol.connect(there);
  room = (await aliceDevice.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] })).data;
  await isReceivedBy(bobDevice);
});
afterEach(() => Promise.all([aliceDevice, bobsHere, bobDevice, carolDevice].map((device) => device.close())));

async function isReceivedBy(...receivers: ChatClient[]): Promise<void> {
  for (const receiver of receivers) await expectDelivery(aliceDevice, receiver, room);
  for (const device of [aliceDevice, bobsHere, bobDevice, carolDevice]) await device.drain();
}

describe('rooms on two nodes', () => {
  it('deliver to members who were added on the other node', async () => {
    await aliceDevice.request('room.add_members', { room_id: room.id, members: [carol.id] });
    for (const device of [bobsHere, bobDevice, carolDevice]) {
      await expect(device.receive('roomaddmembers.dispatch')).resolves.toMatchObject({ room_id: room.id });
    }
    await isReceivedBy(carolDevice);
    await sendMessage(carolDevice, room, 'here I am');
    for (const device of [bobsHere, bobDevice]) await device.receive('message.dispatch');
  });

  it('deliver nothing to a removed member, on any device of either node', async () => {
    await aliceDevice.request('room.add_members', { room_id: room.id, members: [carol.id] });
    await isReceivedBy(carolDevice);
    for (let count = 0; count < 50; count += 1) {
      carolDevice.sendRequest('message.send', { room_id: room.id, content: 'before' });
      if (count === 25) aliceDevice.sendRequest('room.remove_members', { room_id: room.id, members: [bob.id] });
      aliceDevice.sendRequest('message.send', { room_id: room.id, content: 'around' });
    }
    for (const device of [bobsHere, bobDevice]) {
      const { seq } = await device.receive('roomexit.dispatch');
      expect(seq).toBeGreaterThan(room.last_seq);
    }
    await Promise.all([bobsHere, bobDevice].map((device) => device.drain()));
    await sendMessage(aliceDevice, room, 'the last word');
    await carolDevice.receive('message.dispatch', ({ data }) => data.content === 'the last word');
    for (const device of [bobsHere, bobDevice]) await expect(device.drain()).resolves.toEqual([]);
    await expect(bobDevice.expectRefused('message.typing', { room_id: room.id })).resolves.toMatchObject({
      code: 4004,
    });
  });

  it('apply a lock, a role and a permission that were changed on the other node', async () => {
    await sendMessage(bobDevice, room, 'may I?');
    const modify = (action: string, data: object) =>
      aliceDevice.request('room.modify', { room_id: room.id, action, data });
    await modify('update', { group_locked: true });
    await expect(bobDevice.expectRefused('message.send', { room_id: room.id, content: 'x' })).resolves.toMatchObject({
      code: 4002,
    });
    await modify('add_admin', { users: [bob.id] });
    await sendMessage(bobDevice, room, 'I may');
  });

  it('keep one room per pair of users who leave it and come back', async () => {
    await bobDevice.request('room.leave', { room_id: room.id });
    await bobsHere.receive('roomexit.dispatch');
    const back = await bob.connect(there);
    await aliceDevice.request('room.invite', { room_id: room.id, user_ids: [bob.id] });
    for (const device of [bobsHere, bobDevice, back]) await device.receive('roominvite.dispatch');
    await bobDevice.request('room.answer_invite', { room_id: room.id, accept: true });
    for (const device of [bobsHere, back, aliceDevice]) await device.receive('roomaddmembers.dispatch');
    for (const device of [bobsHere, back]) await device.receive('roomanswerinvite.dispatch');
    await isReceivedBy(bobDevice, back);
    await back.close();
  });

  it("deliver an operator's change once to each device", async () => {
    await here.parley('rooms', 'delete', room.id, '--yes');
    for (const device of [aliceDevice, bobsHere, bobDevice]) await device.receive('roomdelete.dispatch');
    for (const device of [aliceDevice, bobsHere, bobDevice, carolDevice])
      await expect(device.drain()).resolves.toEqual([]);
  });
});
