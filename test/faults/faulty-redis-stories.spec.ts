import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { FaultyNodes } from '../support/faulty-nodes.js';
import type { Made } from '../support/faulty-redis.js';
import { NumbersHeard, numbersFrom } from '../support/numbers-heard.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { says } from '../support/talk.js';

const SEED = 4;
const FAULTS = { drop: 0.1, delay: 0.2, double: 0.1 };
const ROUNDS = 12;
const BURST = 5;

let nodes: FaultyNodes;
let everybody: Record<'alice' | 'bob' | 'carol' | 'dave', Person>;
/** Alice on the first node, Bob on the second, Carol on the third. */
let writers: ChatClient[];
/** Dave, at first a non-member, on each of the three nodes. */
let daves: ChatClient[];
/** Every connection of a member: those of the writers, and one of Alice's on each of the other nodes. */
let members: ChatClient[];
let heard: Map<ChatClient, NumbersHeard>;
/** Both created by Alice; Bob and Carol are admins too. */
let rooms: GroupChat[];
let before: Made;

beforeAll(async () => {
  nodes = await FaultyNodes.start(3, SEED);
});
afterAll(() => nodes.stop());

beforeEach(async () => {
  const [one, two, three] = nodes.services as [(typeof nodes.services)[0], ...typeof nodes.services];
  everybody = await people(one, 'alice', 'bob', 'carol', 'dave');
  const { alice, bob, carol, dave } = everybody;
  writers = [await alice.arrives(one), await bob.arrives(two), await carol.arrives(three)];
  members = [...writers, await alice.arrives(two), await alice.arrives(three)];
  daves = await Promise.all(nodes.services.map((node) => dave.arrives(node)));
  heard = new Map([...members, ...daves].map((device) => [device, new NumbersHeard(device)]));
  rooms = [await aRoom(), await aRoom()];
  before = nodes.made;
});
afterEach(async () => {
  nodes.behave();
  await Promise.all([...members, ...daves].map((device) => device.leaves()));
});

async function aRoom(): Promise<GroupChat> {
  const participants = [everybody.bob.id, everybody.carol.id];
  const [creator, ...others] = members as [ChatClient, ...ChatClient[]];
  const { data } = await creator.ask('room.create', { type: 'GroupChat', name: 'Friends', participants });
  await Promise.all(others.map((device) => device.hears('roomcreate.dispatch', ({ room_id }) => room_id === data.id)));
  await creator.ask('room.modify', { room_id: data.id, action: 'add_admin', data: { users: participants } });
  return data as GroupChat;
}

/** Sends a burst, and at the same time edits, deletes and reacts to messages of the previous burst. */
async function writes(device: ChatClient, room: GroupChat): Promise<void> {
  let previous: readonly Message[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const sent = Array.from({ length: BURST }, (_, at) =>
      device.ask('message.send', { room_id: room.id, content: `${String(round)}, ${String(at)}` }),
    );
    const changed = changes.flatMap((change, at) => previous.slice(at, at + 1).map(({ id }) => change(device, id)));
    previous = (await Promise.all(sent)).map(({ data }) => data);
    await Promise.all(changed);
  }
}

const edits = (device: ChatClient, id: string): Promise<unknown> =>
  device.ask('message.modify', { action: 'update', message_id: id, extra_fields: { content: 'better' } });
const deletes = (device: ChatClient, id: string): Promise<unknown> =>
  device.ask('message.modify', { action: 'delete', message_id: id });
const reacts = (device: ChatClient, id: string): Promise<unknown> =>
  device.ask('message.react', { type: 'add', message_id: id, reaction_content: '👍' });
const changes = [edits, deletes, reacts];

async function renames(device: ChatClient, room: GroupChat): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    await device.ask('room.modify', { room_id: room.id, action: 'update', data: { name: `No ${String(round)}` } });
  }
}

async function lastNumberOf(room: GroupChat): Promise<number> {
  return (await writers[0]!.ask('room.info', { room_id: room.id })).data.last_seq;
}

const everyWriter = (does: (device: ChatClient, room: GroupChat) => Promise<void>): Promise<void>[] =>
  rooms.flatMap((room) => writers.map((device) => does(device, room)));

/** Each member's connection has received the room from its first number to its last. */
async function allHeardAll(): Promise<void> {
  for (const room of rooms) {
    const last = await lastNumberOf(room);
    for (const device of members) {
      expect(await heard.get(device)!.until(room, last)).toEqual(numbersFrom(room.last_seq, last));
    }
  }
}

/** The number of faults in this story. */
const made = (fault: keyof Made): number => nodes.made[fault] - before[fault];

function faultsWereMade(): void {
  for (const fault of ['dropped', 'delayed', 'doubled', 'overtaken'] as const) expect(made(fault)).toBeGreaterThan(10);
}

describe('three nodes with a Redis that loses, delays, doubles and reorders messages', () => {
  it('deliver every number of a room once and in order, while all members write at once', async () => {
    nodes.misbehave(FAULTS);
    await Promise.all([...everyWriter(writes), ...everyWriter(renames)]);
    await allHeardAll();
    faultsWereMade();
  });

  it('deliver to members who join and leave every number from the join to the leave', async () => {
    const [room] = rooms as [GroupChat, GroupChat];
    const named = { room_id: room.id, members: [everybody.dave.id] };
    const comesAndGoes = async (): Promise<void> => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        await writers[round % 3]!.ask('room.add_members', named);
        await says(writers[1]!, room, 'hello Dave');
        await writers[(round + 1) % 3]!.ask('room.remove_members', named);
      }
      await writers[0]!.ask('room.add_members', named);
    };
    nodes.misbehave(FAULTS);
    await Promise.all([...everyWriter(writes), comesAndGoes()]);
    await allHeardAll();
    const last = await lastNumberOf(room);
    for (const device of daves) {
      const numbers = heard.get(device)!;
      await numbers.until(room, last);
      const stays = numbers.staysIn(room);
      for (const stay of stays) expect(stay).toEqual(numbersFrom(stay[0]!, stay.at(-1)!));
      expect(stays).toHaveLength(ROUNDS + 1);
    }
    faultsWereMade();
  });

  it.each<[what: string, change: (device: ChatClient, room: GroupChat, message: Message) => Promise<unknown>]>([
    ['message', (device, room) => says(device, room, 'the last word')],
    ['edit', (device, _, { id }) => edits(device, id)],
    ['deletion', (device, _, { id }) => deletes(device, id)],
    ['reaction', (device, _, { id }) => reacts(device, id)],
    ['change of the room', renames],
    [
      'removal of a member',
      (device, { id }) => device.ask('room.remove_members', { room_id: id, members: [everybody.carol.id] }),
    ],
  ])('deliver a lost %s that nothing follows', async (_what, change) => {
    const [room] = rooms as [GroupChat, GroupChat];
    const message = await says(writers[0]!, room, 'the first word');
    nodes.misbehave({ drop: 1 });
    for (let count = 1; count <= BURST; count += 1) await says(writers[0]!, room, String(count));
    await change(writers[0]!, room, message);
    await allHeardAll();
    expect(made('dropped')).toBeGreaterThan(BURST);
  });

  it('announce a new member, and deliver the room to the new member, if nothing follows', async () => {
    const [room] = rooms as [GroupChat, GroupChat];
    nodes.misbehave({ drop: 1 });
    const added = await writers[0]!.ask('room.add_members', { room_id: room.id, members: [everybody.dave.id] });
    await allHeardAll();
    for (const device of daves) expect(await heard.get(device)!.until(room, added.seq!)).toEqual([added.seq]);
    await says(daves[1]!, room, 'here I am');
    await allHeardAll();
    for (const device of daves) {
      expect(await heard.get(device)!.until(room, added.seq! + 1)).toEqual([added.seq, added.seq! + 1]);
    }
  });
});
