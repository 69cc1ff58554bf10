import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { NumbersHeard, numbersFrom } from '../support/numbers-heard.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import type { Service } from '../support/service.js';
import { says } from '../support/talk.js';
import { reaches, TwoNodes } from '../support/two-nodes.js';

let nodes: TwoNodes;
let alice: Person;
let bob: Person;
let carol: Person;
/** Alice and Bob on one node, and both again on the other: each connection writes. */
let writers: ChatClient[];
/** Created by Alice, with Bob. */
let room: GroupChat;
let heard: Map<ChatClient, NumbersHeard>;

beforeAll(async () => {
  nodes = await TwoNodes.start();
});
afterAll(() => nodes.stop());
beforeEach(async () => {
  const { here, there } = nodes;
  ({ alice, bob, carol } = await people(here, 'alice', 'bob', 'carol'));
  writers = [await alice.arrives(here), await bob.arrives(here), await alice.arrives(there), await bob.arrives(there)];
  heard = new Map(writers.map((device) => [device, new NumbersHeard(device)]));
  room = await aRoom();
  await reaches(writers[0]!, writers[3]!, room);
});
afterEach(async () => {
  nodes.cable.mend();
  await Promise.all(writers.map((device) => device.leaves()));
});

async function aRoom(): Promise<GroupChat> {
  const { data } = await writers[0]!.ask('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
  return data as GroupChat;
}

const allWrite = (text: string): Promise<unknown> =>
  Promise.all(writers.map((device, at) => says(device, room, `${text}, ${String(at)}`)));

/** Every connection has received the room from its first number to its last, once and in order. */
async function allHeardAll(of: GroupChat): Promise<void> {
  const last = (await writers[0]!.ask('room.info', { room_id: of.id })).data.last_seq;
  for (const device of writers) {
    expect(await heard.get(device)!.until(of, last)).toEqual(numbersFrom(of.last_seq, last));
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
      await allHeardAll(room);
      const still = allWrite('still');
      nodes.cable.mend();
      await still;
      await eventually(async () => (await healthOf(nodes.here))[1] === 'ok');
      await allWrite('Redis is back');
    }
    await allHeardAll(room);
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
    await says(writers[0]!, made, 'the first word');
    await allHeardAll(made);
    nodes.cable.mend();
    await says(writers[3]!, made, 'the second');
    await allHeardAll(made);
  });

  it('the deletion of a room, and joins and leaves, are delivered on the other node', async () => {
    nodes.cable.cut();
    const newcomers = await carol.arrives(nodes.there);
    for (const event of ['room.add_members', 'room.remove_members']) {
      await writers[0]!.ask(event, { room_id: room.id, members: [carol.id] });
    }
    await newcomers.hears('roomaddmembers.dispatch');
    await newcomers.hears('roomexit.dispatch');
    await allHeardAll(room);
    await writers[0]!.ask('room.modify', { room_id: room.id, action: 'delete' });
    for (const device of writers.slice(1)) {
      await device.hears('roomdelete.dispatch', ({ room_id }) => room_id === room.id);
    }
    await newcomers.leaves();
  });
});
