import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { ReceivedNumbers, numbersFrom } from '../support/received-numbers.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sendMessage } from '../support/messaging.js';
import { expectDelivery, TwoNodes } from '../support/two-nodes.js';

let nodes: TwoNodes;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
/** Alice and Bob on one node, and both again on the other: each connection writes. */
let writers: ChatClient[];
/** Created by Alice, with Bob. */
let room: GroupChat;
let received: Map<ChatClient, ReceivedNumbers>;

beforeAll(async () => {
  nodes = await TwoNodes.shared();
});
beforeEach(async () => {
  const { here, there } = nodes;
  ({ alice, bob, carol } = await users(here, 'alice', 'bob', 'carol'));
  writers = [await alice.connect(here), await bob.connect(here), await alice.connect(there), await bob.connect(there)];
  received = new Map(writers.map((device) => [device, new ReceivedNumbers(device)]));
  room = await aRoom();
  await expectDelivery(writers[0]!, writers[3]!, room);
});
afterEach(async () => {
  nodes.cable.mend();
  await Promise.all(writers.map((device) => device.close()));
});

async function aRoom(): Promise<GroupChat> {
  const { data } = await writers[0]!.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
  return data as GroupChat;
}

const allWrite = (text: string): Promise<unknown> =>
  Promise.all(writers.map((device, at) => sendMessage(device, room, `${text}, ${String(at)}`)));

/** Every connection has received the room from its first number to its last, once and in order. */
async function allReceiveAll(of: GroupChat): Promise<void> {
  const last = (await writers[0]!.request('room.info', { room_id: of.id })).data.last_seq;
  for (const device of writers) {
    expect(await received.get(device)!.until(of, last)).toEqual(numbersFrom(of.last_seq, last));
  }
}

async function healthOf(node: Service): Promise<[status: number, report: unknown]> {
  const answer = await fetch(`${node.url}/health/ready`);
  return [answer.status, ((await answer.json()) as { status: string }).status];
}

describe('during and after an outage of Redis', () => {
  it('all members on both nodes receive everything once and in order, without any action', async () => {
    for (let round = 1; round <= 3; round += 1) {
      await allWrite(`round ${String(round)} begins`);
      nodes.cable.cut();
      await allWrite('Redis is going');
      await eventually(async () => (await healthOf(nodes.here))[1] === 'degraded');
      await allWrite('Redis is away');
      await allReceiveAll(room);
      const still = allWrite('still');
      nodes.cable.mend();
      await still;
      await eventually(async () => (await healthOf(nodes.here))[1] === 'ok');
      await allWrite('Redis is back');
    }
    await allReceiveAll(room);
  });

  it('the nodes report that they are degraded and ready', async () => {
    nodes.cable.cut();
    for (const node of [nodes.here, nodes.there]) {
      await eventually(async () => (await healthOf(node)).join() === '200,degraded');
    }
    nodes.cable.mend();
    for (const node of [nodes.here, nodes.there]) {
      await eventually(async () => (await healthOf(node)).join() === '200,ok');
    }
  });

  it('a room that is created meanwhile is delivered from its beginning on the other node', async () => {
    nodes.cable.cut();
    const made = await aRoom();
    await sendMessage(writers[0]!, made, 'the first word');
    await allReceiveAll(made);
    nodes.cable.mend();
    await sendMessage(writers[3]!, made, 'the second');
    await allReceiveAll(made);
  });

  it('a mute holds on the other node, and ends there by itself within a second', async () => {
    nodes.cable.cut();
    const until = Date.now() + 4_000;
    const mute = { room_id: room.id, user_id: bob.id, kind: 'mute', until: new Date(until).toISOString() };
    await writers[0]!.request('room.restrict', mute);
    const bobs = writers[3]!;
    const refused = await bobs.expectRefused('message.send', { room_id: room.id, content: 'x' });
    expect(refused).toMatchObject({ code: 4002, detail: { until: [mute.until] } });
    await bobs.receive('roomrestrict.dispatch', ({ data }) => data.kind === 'mute');
    await bobs.receive('roomrestrict.dispatch', ({ data }) => data.kind === 'none');
    // The poll of the other node comes after the timer.
    expect(Date.now() - until).toBeLessThan(4_000);
    await sendMessage(bobs, room, 'again');
    await allReceiveAll(room);
  });

  it('the deletion of a room, and joins and leaves, are delivered on the other node', async () => {
    nodes.cable.cut();
    const newMembers = await carol.connect(nodes.there);
    for (const event of ['room.add_members', 'room.remove_members']) {
      await writers[0]!.request(event, { room_id: room.id, members: [carol.id] });
    }
    await expect(newMembers.receive('roomaddmembers.dispatch')).resolves.toMatchObject({
      notice: { kind: 'added', users: [{ id: carol.id }], user_count: 1 },
    });
    await newMembers.receive('roomexit.dispatch');
    await allReceiveAll(room);
    await writers[0]!.request('room.modify', { room_id: room.id, action: 'delete' });
    for (const device of writers.slice(1)) {
      await device.receive('roomdelete.dispatch', ({ room_id }) => room_id === room.id);
    }
    await newMembers.close();
  });
});
