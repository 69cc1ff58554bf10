import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import { numbersFrom, ReceivedNumbers } from '../support/received-numbers.js';
import { RedisCluster } from '../support/redis-cluster.js';
import { sampled } from '../support/sample.js';
import { newServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';

/** Enough that each master of the cluster has some. */
const ROOMS = 8;
const ROUNDS = sampled(2);
const HEALED = 'parley_gaps_healed_total';
const FAILOVER_MS = 20_000;

it('all members receive everything once and in order while masters of a Redis Cluster are killed', async () => {
  const [serviceData, cluster] = await Promise.all([newServiceData(), RedisCluster.start()]);
  const env = { REDIS_URL: cluster.url };
  const nodes = await Promise.all([Service.start(env, serviceData), Service.start(env, serviceData)]);
  const [here, there] = nodes;
  const { alice, bob } = await users(here, 'alice', 'bob');
  const writers = [
    await alice.connect(here),
    await bob.connect(here),
    await alice.connect(there),
    await bob.connect(there),
  ];
  const received = new Map<ChatClient, ReceivedNumbers>(writers.map((device) => [device, new ReceivedNumbers(device)]));
  const rooms: GroupChat[] = [];
  for (let count = 0; count < ROOMS; count += 1) {
    const room = { type: 'GroupChat', name: String(count), participants: [bob.id] };
    rooms.push((await writers[0]!.request('room.create', room)).data as GroupChat);
  }
  const allWrite = (text: string): Promise<unknown> =>
    Promise.all(rooms.flatMap((room) => writers.map((device) => sendMessage(device, room, text))));
  const redisUp = async (): Promise<number[]> => Promise.all(nodes.map((node) => metric(node, 'parley_redis_up')));
  /** Watched meanwhile: on a slow machine a replica serves before the bursts have ended. */
  const haveSeenLoss = (): Promise<void> => {
    const lost = new Set<number>();
    return eventually(async () => {
      for (const [at, up] of (await redisUp()).entries()) if (up === 0) lost.add(at);
      return lost.size === nodes.length;
    });
  };

  for (let round = 1; round <= ROUNDS; round += 1) {
    await allWrite(`round ${String(round)} begins`);
    const areDown = haveSeenLoss();
    await (await cluster.masters())[0]!.kill();
    for (let burst = 1; burst <= 5; burst += 1) await allWrite(`a master is away, ${String(burst)}`);
    await areDown;
    await eventually(async () => (await redisUp()).every((up) => up === 1), FAILOVER_MS);
    await allWrite('its replica serves');
  }
  for (const room of rooms) {
    const last = (await writers[0]!.request('room.info', { room_id: room.id })).data.last_seq;
    for (const device of writers) {
      expect(await received.get(device)!.until(room, last)).toEqual(numbersFrom(room.last_seq, last));
    }
  }
  const healed = await Promise.all(nodes.map((node) => metric(node, HEALED)));
  await allWrite('over Redis alone');
  for (const room of rooms) {
    const last = (await writers[0]!.request('room.info', { room_id: room.id })).data.last_seq;
    for (const device of writers) await received.get(device)!.until(room, last);
  }
  expect(await Promise.all(nodes.map((node) => metric(node, HEALED)))).toEqual(healed);
  await Promise.all(writers.map((device) => device.close()));
  await Promise.all(nodes.map((node) => node.stop()));
  await Promise.all([serviceData.remove(), cluster.stop()]);
}, 240_000);
