import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sendMessage } from '../support/messaging.js';
import { expectDelivery, TwoNodes } from '../support/two-nodes.js';

let nodes: TwoNodes;
let cable: TwoNodes['cable'];
let here: Service;
let there: Service;
let bob: TestUser;
let dave: TestUser;
/** Alice is on the first node; Bob, Carol and Dave are on the second. */
let aliceDevice: ChatClient;
let bobDevice: ChatClient;
let carolDevice: ChatClient;
let daveDevice: ChatClient;
/** Created by Alice, with Bob and Carol. */
let room: Room;

beforeAll(async () => {
  nodes = await TwoNodes.shared();
  ({ cable, here, there } = nodes);
});

beforeEach(async () => {
  const { alice, carol, ...others } = await users(here, 'alice', 'bob', 'carol', 'dave');
  ({ bob, dave } = others);
  aliceDevice = await alice.connect(here);
  [bobDevice, carolDevice, daveDevice] = [
    await bob.connect(there),
    await carol.connect(there),
    await dave.connect(there),
  ];
  const participants = [bob.id, carol.id];
  room = (await aliceDevice.request('room.create', { type: 'GroupChat', name: 'x', participants })).data;
  await expectDelivery(aliceDevice, carolDevice, room);
  await sendMessage(bobDevice, room, 'I am here');
  cable.cut();
});
afterEach(async () => {
  cable.mend();
  await Promise.all([aliceDevice, bobDevice, carolDevice, daveDevice].map((device) => device.close()));
});

/** Whether a device on Carol's node receives Carol's message. */
async function isReceived(device: ChatClient): Promise<boolean> {
  await device.drain();
  const { id } = await sendMessage(carolDevice, room, 'who hears this?');
  return (await device.drain()).some(({ data }) => (data as { id?: string } | undefined)?.id === id);
}

const modify = (action: string, data: object): Promise<unknown> =>
  aliceDevice.request('room.modify', { room_id: room.id, action, data });

describe('while Redis is unreachable', () => {
  it('a permission that is granted on one node holds on the other at once', async () => {
    await modify('update', { group_locked: true });
    await expect(bobDevice.expectRefused('message.send', { room_id: room.id, content: 'x' })).resolves.toMatchObject({
      code: 4002,
    });
    await modify('update', { group_locked: false });
    await sendMessage(bobDevice, room, 'I may');
  });

  it('a user who is removed on one node receives nothing more on the other', async () => {
    await expect(isReceived(bobDevice)).resolves.toBe(true);
    await aliceDevice.request('room.remove_members', { room_id: room.id, members: [bob.id] });
    await eventually(async () => !(await isReceived(bobDevice)));
    await expect(bobDevice.expectRefused('message.typing', { room_id: room.id })).resolves.toMatchObject({
      code: 4004,
    });
  });

  it('a user who is added on one node receives the room on the other', async () => {
    await expect(isReceived(daveDevice)).resolves.toBe(false);
    await aliceDevice.request('room.add_members', { room_id: room.id, members: [dave.id] });
    await eventually(() => isReceived(daveDevice));
  });

  it('a user who leaves and rejoins quickly is a member on both nodes', async () => {
    for (let count = 0; count < 5; count += 1) {
      await aliceDevice.request('room.remove_members', { room_id: room.id, members: [bob.id] });
      await aliceDevice.request('room.add_members', { room_id: room.id, members: [bob.id] });
    }
    await eventually(() => isReceived(bobDevice));
    cable.mend();
    await expect(isReceived(bobDevice)).resolves.toBe(true);
  });
});
