import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { FaultyNodes } from '../support/faulty-nodes.js';
import type { InjectedFaults } from '../support/faulty-redis.js';
import { ReceivedNumbers, numbersFrom } from '../support/received-numbers.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { sampled } from '../support/sample.js';
import { createGroup, sendMessage } from '../support/messaging.js';
import { metric } from '../support/metrics.js';
import { PrivateCopy, requestChanges } from '../support/private-state.js';

const SEED = 4;
const FAULTS = { drop: 0.1, delay: 0.2, double: 0.1 };
const ROUNDS = sampled(20);
const BURST = 5;
const PRIVATE_CHANGES = 60;
const HEALED = 'parley_gaps_healed_total';

let nodes: FaultyNodes;
let everyone: Record<'alice' | 'bob' | 'carol' | 'dave', TestUser>;
/** Alice on the first node, Bob on the second, Carol on the third. */
let writers: ChatClient[];
/** Dave, at first a non-member, on each of the three nodes. */
let daveDevice: ChatClient[];
/** Every connection of a member: those of the writers, and one of Alice's on each of the other nodes. */
let members: ChatClient[];
let received: Map<ChatClient, ReceivedNumbers>;
/** Both created by Alice; Bob and Carol are admins too. */
let rooms: GroupChat[];
let before: InjectedFaults;

beforeAll(async () => {
  nodes = await FaultyNodes.start(3, SEED);
});
afterAll(() => nodes.stop());

beforeEach(async () => {
  const [one, two, three] = nodes.services as [(typeof nodes.services)[0], ...typeof nodes.services];
  everyone = await users(one, 'alice', 'bob', 'carol', 'dave');
  const { alice, bob, carol, dave } = everyone;
  writers = [await alice.connect(one), await bob.connect(two), await carol.connect(three)];
  members = [...writers, await alice.connect(two), await alice.connect(three)];
  daveDevice = await Promise.all(nodes.services.map((node) => dave.connect(node)));
  received = new Map([...members, ...daveDevice].map((device) => [device, new ReceivedNumbers(device)]));
  rooms = [await aRoom(), await aRoom()];
  before = nodes.injected;
});
afterEach(async () => {
  nodes.stopFaults();
  await Promise.all([...members, ...daveDevice].map((device) => device.close()));
});

async function aRoom(): Promise<GroupChat> {
  const participants = [everyone.bob.id, everyone.carol.id];
  const [creator, ...others] = members as [ChatClient, ...ChatClient[]];
  const { data } = await creator.request('room.create', { type: 'GroupChat', name: 'Friends', participants });
  await Promise.all(
    others.map((device) => device.receive('roomcreate.dispatch', ({ room_id }) => room_id === data.id)),
  );
  await creator.request('room.modify', { room_id: data.id, action: 'add_admin', data: { users: participants } });
  return data as GroupChat;
}

/** Sends a burst, and at the same time edits, deletes and reacts to messages of the previous burst. */
async function writes(device: ChatClient, room: GroupChat): Promise<void> {
  let previous: readonly Message[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const sent = Array.from({ length: BURST }, (_, at) =>
      device.request('message.send', { room_id: room.id, content: `${String(round)}, ${String(at)}` }),
    );
    const changed = changes.flatMap((change, at) => previous.slice(at, at + 1).map(({ id }) => change(device, id)));
    previous = (await Promise.all(sent)).map(({ data }) => data);
    await Promise.all(changed);
  }
}

const edits = (device: ChatClient, id: string): Promise<unknown> =>
  device.request('message.modify', { action: 'update', message_id: id, extra_fields: { content: 'better' } });
const deletes = (device: ChatClient, id: string): Promise<unknown> =>
  device.request('message.modify', { action: 'delete', message_id: id });
const reacts = (device: ChatClient, id: string): Promise<unknown> =>
  device.request('message.react', { type: 'add', message_id: id, reaction_content: '👍' });
const changes = [edits, deletes, reacts];

async function renames(device: ChatClient, room: GroupChat): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    await device.request('room.modify', { room_id: room.id, action: 'update', data: { name: `No ${String(round)}` } });
  }
}

async function lastNumberOf(room: GroupChat): Promise<number> {
  return (await writers[0]!.request('room.info', { room_id: room.id })).data.last_seq;
}

const everyWriter = (does: (device: ChatClient, room: GroupChat) => Promise<void>): Promise<void>[] =>
  rooms.flatMap((room) => writers.map((device) => does(device, room)));

/** Each member's connection has received the room from its first number to its last. */
async function allReceiveAll(): Promise<void> {
  for (const room of rooms) {
    const last = await lastNumberOf(room);
    for (const device of members) {
      expect(await received.get(device)!.until(room, last)).toEqual(numbersFrom(room.last_seq, last));
    }
  }
}

/** The number of faults in this story. */
const made = (fault: keyof InjectedFaults): number => nodes.injected[fault] - before[fault];

/** The numbers that each node has given up. */
const passedOver = (): Promise<number[]> =>
  Promise.all(nodes.services.map((node) => metric(node, 'parley_gaps_passed_over_total')));

function faultsWereMade(): void {
  for (const fault of ['dropped', 'delayed', 'doubled', 'overtaken'] as const) expect(made(fault)).toBeGreaterThan(10);
}

describe('three nodes with a Redis that loses, delays, doubles and reorders messages', () => {
  it('deliver every number of a room once and in order, while all members write at once', async () => {
    nodes.startFaults(FAULTS);
    await Promise.all([...everyWriter(writes), ...everyWriter(renames)]);
    await allReceiveAll();
    faultsWereMade();
  });

  it('deliver to members who join and leave every number from the join to the leave', async () => {
    const [room] = rooms as [GroupChat, GroupChat];
    const named = { room_id: room.id, members: [everyone.dave.id] };
    const comesAndGoes = async (): Promise<void> => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        await writers[round % 3]!.request('room.add_members', named);
        await sendMessage(writers[1]!, room, 'hello Dave');
        await writers[(round + 1) % 3]!.request('room.remove_members', named);
      }
      await writers[0]!.request('room.add_members', named);
    };
    nodes.startFaults(FAULTS);
    await Promise.all([...everyWriter(writes), comesAndGoes()]);
    await allReceiveAll();
    const last = await lastNumberOf(room);
    for (const device of daveDevice) {
      const numbers = received.get(device)!;
      await numbers.until(room, last);
      const periods = numbers.subscribe(room);
      for (const period of periods) expect(period).toEqual(numbersFrom(period[0]!, period.at(-1)!));
      expect(periods).toHaveLength(ROUNDS + 1);
    }
    faultsWereMade();
  });

  it.each<[what: string, change: (device: ChatClient, room: GroupChat, message: Message) => Promise<unknown>]>([
    ['message', (device, room) => sendMessage(device, room, 'the last word')],
    ['edit', (device, _, { id }) => edits(device, id)],
    ['deletion', (device, _, { id }) => deletes(device, id)],
    ['reaction', (device, _, { id }) => reacts(device, id)],
    ['change of the room', renames],
    [
      'removal of a member',
      (device, { id }) => device.request('room.remove_members', { room_id: id, members: [everyone.carol.id] }),
    ],
  ])('deliver a lost %s that nothing follows', async (_what, change) => {
    const [room] = rooms as [GroupChat, GroupChat];
    const message = await sendMessage(writers[0]!, room, 'the first word');
    nodes.startFaults({ drop: 1 });
    for (let count = 1; count <= BURST; count += 1) await sendMessage(writers[0]!, room, String(count));
    await change(writers[0]!, room, message);
    await allReceiveAll();
    expect(made('dropped')).toBeGreaterThan(BURST);
  });

  it('announce a new member, and deliver the room to the new member, if nothing follows', async () => {
    const [room] = rooms as [GroupChat, GroupChat];
    nodes.startFaults({ drop: 1 });
    const added = await writers[0]!.request('room.add_members', { room_id: room.id, members: [everyone.dave.id] });
    await allReceiveAll();
    for (const device of daveDevice) expect(await received.get(device)!.until(room, added.seq!)).toEqual([added.seq]);
    await sendMessage(daveDevice[1]!, room, 'here I am');
    await allReceiveAll();
    for (const device of daveDevice) {
      expect(await received.get(device)!.until(room, added.seq! + 1)).toEqual([added.seq, added.seq! + 1]);
    }
  });

  it('deliver messages that Redis lost, which the receiving node counts in its metrics', async () => {
    const [here, there] = nodes.services as [(typeof nodes.services)[0], (typeof nodes.services)[0]];
    const room = await createGroup(writers[0]!, [{ user: everyone.bob, device: writers[1]! }]);
    const [healed, skipped] = [[await metric(here, HEALED), await metric(there, HEALED)], await passedOver()];
    nodes.startFaults({ drop: 1 });
    for (let count = 1; count <= BURST; count += 1) await sendMessage(writers[0]!, room, String(count));
    const last = room.last_seq + BURST;
    expect(await received.get(writers[1]!)!.until(room, last)).toEqual(numbersFrom(room.last_seq, last));
    await eventually(async () => (await metric(there, HEALED)) === healed[1]! + BURST);
    expect(await metric(here, HEALED)).toBe(healed[0]);
    expect(await passedOver()).toEqual(skipped);
  });

  it('deliver every private change to devices on two nodes in order', async () => {
    const devices = [members[0]!, members[3]!] as const;
    const among = await Promise.all(['One', 'Two', 'Three'].map((name) => createGroup(devices[0], [], name)));
    const copies = [await PrivateCopy.of(devices[0]), await PrivateCopy.of(devices[1])] as const;
    const skipped = await passedOver();
    nodes.startFaults({ drop: 0.3, delay: 0.2, double: 0.2 });
    for (const device of devices) requestChanges(device, among, PRIVATE_CHANGES);
    for (const [at, device] of devices.entries()) copies[at]!.receive(await device.drain());
    const present = await PrivateCopy.of(devices[0]);
    expect(present.seq).toBeGreaterThan(PRIVATE_CHANGES / 2);
    for (const [at, device] of devices.entries()) {
      await copies[at]!.receiveUntil(device, present.seq);
      expect(copies[at]!.view()).toEqual(present.view());
    }
    expect(made('dropped')).toBeGreaterThan(0);
    expect(await passedOver()).toEqual(skipped);
  });
});
