import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from '../../support/chat-client.js';
import { eventually } from '../../support/eventually.js';
import { metric } from '../../support/metrics.js';
import { sendMessage } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import { numbersFrom, ReceivedNumbers } from '../../support/received-numbers.js';
import { RedisCluster } from '../../support/redis-cluster.js';
import type { RedisNode } from '../../support/redis-node.js';
import { newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';

const ROOMS = 30;
const ROUNDS = 6;
const MOVED_SLOTS = 1_500;
const RECOVERY_MS = 30_000;
const TIMEOUT_MS = 300_000;

let serviceData: ServiceData;
let cluster: RedisCluster;
let nodes: readonly Service[];
let devices: readonly ChatClient[];
let received: ReadonlyMap<ChatClient, ReceivedNumbers>;
let rooms: GroupChat[];
let isOver: boolean;
let load: Promise<unknown>;

const writeOnce = (device: ChatClient): Promise<unknown> =>
  Promise.all(rooms.map((room) => sendMessage(device, room, 'under load')));

/** Each device writes into all rooms, again and again. */
async function writeOn(device: ChatClient): Promise<void> {
  while (!isOver) await writeOnce(device);
}

beforeEach(async () => {
  [serviceData, cluster] = await Promise.all([newServiceData(), RedisCluster.start()]);
  const env = { REDIS_URL: cluster.url, EVENTS_PER_SECOND_PER_USER: '10000', EVENTS_BURST_PER_USER: '10000' };
  nodes = await Promise.all([Service.start(env, serviceData), Service.start(env, serviceData)]);
  const [here, there] = nodes as [Service, Service];
  const { alice, bob } = await users(here, 'alice', 'bob');
  devices = [await alice.connect(here), await bob.connect(there)];
  received = new Map(devices.map((device) => [device, new ReceivedNumbers(device)]));
  rooms = [];
  for (let count = 0; count < ROOMS; count += 1) {
    const room = { type: 'GroupChat', name: String(count), participants: [bob.id] };
    rooms.push((await devices[0]!.request('room.create', room)).data as GroupChat);
  }
  isOver = false;
  load = Promise.all(devices.map((device) => writeOn(device)));
}, TIMEOUT_MS);

afterEach(async () => {
  isOver = true;
  await Promise.all(devices.map((device) => device.close()));
  await Promise.all(nodes.map((node) => node.stop()));
  await Promise.all([serviceData.remove(), cluster.stop()]);
}, TIMEOUT_MS);

const sumOf = async (name: string): Promise<number> =>
  (await Promise.all(nodes.map((node) => metric(node, name)))).reduce((sum, value) => sum + value, 0);

const areUp = (): Promise<void> =>
  eventually(async () => (await sumOf('parley_redis_up')) === nodes.length, RECOVERY_MS);

/** Every device has received every change once and in order, and Redis delivers again without the database. */
async function allIsWell(): Promise<void> {
  await areUp();
  isOver = true;
  await load;
  for (const room of rooms) {
    const last = (await devices[0]!.request('room.info', { room_id: room.id })).data.last_seq;
    for (const device of devices) {
      expect(await received.get(device)!.until(room, last)).toEqual(numbersFrom(room.last_seq, last));
    }
  }
  const healed = await sumOf('parley_gaps_healed_total');
  for (const device of devices) await writeOnce(device);
  for (const room of rooms) {
    const last = (await devices[0]!.request('room.info', { room_id: room.id })).data.last_seq;
    for (const device of devices) await received.get(device)!.until(room, last);
  }
  expect(await sumOf('parley_gaps_healed_total')).toBe(healed);
}

it(
  'nothing is lost while masters of a Redis Cluster are killed one after another under load',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const masters = await cluster.masters();
      const killed = masters[round % masters.length]!;
      await killed.kill();
      await cluster.settled();
      await areUp();
      await killed.restart();
      await cluster.settled();
    }
    await allIsWell();
  },
  TIMEOUT_MS,
);

it(
  'nothing is lost while a master of a Redis Cluster hangs, and comes back as a replica',
  async () => {
    const [hung] = (await cluster.masters()) as [RedisNode];
    hung.freeze();
    await eventually(async () => (await sumOf('parley_redis_up')) < nodes.length, RECOVERY_MS);
    await areUp();
    hung.thaw();
    await cluster.settled();
    await allIsWell();
  },
  TIMEOUT_MS,
);

it(
  'nothing is lost while redis-cli moves slots between masters under load, and a master loses all of them',
  async () => {
    const reshard = async (from: RedisNode, to: RedisNode, slots: number): Promise<void> => {
      const ids = await Promise.all([from, to].map(async (node) => String(await node.ask('CLUSTER', 'MYID'))));
      const options = ['--cluster-from', ids[0]!, '--cluster-to', ids[1]!, '--cluster-slots', String(slots)];
      await promisify(execFile)('redis-cli', ['--cluster', 'reshard', from.address, ...options, '--cluster-yes'], {
        maxBuffer: Infinity,
      });
    };
    const [one, two, three] = (await cluster.masters()) as [RedisNode, RedisNode, RedisNode];
    await reshard(one, two, MOVED_SLOTS);
    await reshard(two, three, MOVED_SLOTS);
    await reshard(one, three, 16_384);
    await allIsWell();
  },
  TIMEOUT_MS,
);
