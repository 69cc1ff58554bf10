import { createClient } from 'redis';

import { clientFactory } from '../../libs/realtime/src/hub/redis/open-client.js';
import type { Client } from '../../libs/realtime/src/hub/redis/open-client.js';
import { ShardReader } from '../../libs/realtime/src/hub/redis/shard-reader.js';
import { eventually } from '../support/eventually.js';
import { RedisNode } from '../support/redis-node.js';

it('opens a new connection when the server has fewer subscriptions than were confirmed', async () => {
  const redis = await RedisNode.start();
  const open = clientFactory(createClient);
  const clients: Client[] = [];
  const failures: string[] = [];
  const received: string[] = [];
  const master = { host: '127.0.0.1', port: redis.port, address: redis.address };
  const reader = new ShardReader(
    master,
    () => {
      const client = open(master, { tls: false }, { reconnect: false });
      clients.push(client);
      return client;
    },
    {
      moved: () => undefined,
      failed: (error) => failures.push(String(error)),
    },
  );
  for (const channel of ['one', 'two']) reader.add(channel, (packet) => received.push(packet.toString()));
  await reader.connected;
  await eventually(async () => (await redis.ask('SPUBLISH', 'two', 'before')) === 1);
  await clients[0]!.sUnsubscribe('one');
  await reader.audit();
  expect(failures).toEqual([]);
  await reader.audit();
  await eventually(async () => (await redis.ask('SPUBLISH', 'one', 'after')) === 1);
  await eventually(() => received.includes('after'));
  expect(failures).toEqual([`Error: ${redis.address} has lost subscriptions.`]);
  expect(clients.length).toBe(2);
  await reader.audit();
  reader.close();
  await redis.kill();
});
