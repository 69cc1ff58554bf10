import { connectRedis } from '@parley/realtime/hub';

import { parseRedisUrl } from '../../src/platform/config/redis-address.js';
import { freePort } from '../servers/start-server.js';
import { eventually } from '../support/eventually.js';
import { RedisNode } from '../support/redis-node.js';
import { RedisSentinels } from '../support/redis-sentinels.js';
import { prepared } from '../support/run.js';
import { Service } from '../support/service.js';

/** The only node of a cluster, without slots at first. */
let lone: RedisNode;
let sentinels: RedisSentinels;
beforeAll(async () => {
  [lone, sentinels] = await Promise.all([
    RedisNode.start(['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())]),
    RedisSentinels.start(),
  ]);
});
afterAll(() => Promise.all([lone.kill(), sentinels.stop()]));

/** @returns the message */
async function refusalOf(url: string): Promise<string> {
  const options = { address: parseRedisUrl(url), deployment: 'test', secrets: ['a secret'], log: () => undefined };
  const connected = await connectRedis(options).catch((error: unknown) => error);
  if (connected instanceof Error) return connected.message;
  (connected as Awaited<ReturnType<typeof connectRedis>>).close();
  return 'connected';
}

const single = (): string => new URL(prepared('redis').url).host;

describe('a start is refused with a sentence that says what to do', () => {
  it('if redis:// names a node of a cluster, or a Sentinel', async () => {
    expect(await refusalOf(`redis://${lone.address}`)).toMatch(
      /names a node of a Redis Cluster: write redis\+cluster:/,
    );
    expect(await refusalOf(`redis://${sentinels.sentinels[0]!.address}`)).toMatch(
      /names a Sentinel: write redis\+sentinel:/,
    );
  });

  it('if the cluster does not cover all slots', async () => {
    expect(await refusalOf(`redis+cluster://${lone.address}`)).toMatch(/no master for 16384 of its 16384 slots: see/);
    await lone.ask('CLUSTER', 'ADDSLOTSRANGE', '0', '16000');
    expect(await refusalOf(`redis+cluster://${lone.address}`)).toMatch(/no master for 383 of its 16384 slots: see/);
  });

  it('if redis+cluster:// names a Redis that is no cluster', async () => {
    expect(await refusalOf(`redis+cluster://${single()}`)).toMatch(/is not a node of a Redis Cluster: write redis:/);
    const [sentinel] = sentinels.sentinels as [RedisNode];
    expect(await refusalOf(`redis+cluster://${sentinel.address}`)).toMatch(/is not a node of a Redis Cluster: write/);
  });

  it('if the Sentinels do not know the name, or are no Sentinels', async () => {
    const [sentinel] = sentinels.sentinels as [RedisNode];
    expect(await refusalOf(`redis+sentinel://${sentinel.address}/other`)).toMatch(
      /know no master with the name "other"/,
    );
    expect(await refusalOf(`redis+sentinel://${single()}/other`)).toMatch(/is not a Sentinel: write the hosts/);
  });

  it('if no server of the list answers; one is enough', async () => {
    const closed = `127.0.0.1:${String(await freePort())}`;
    expect(await refusalOf(`redis+cluster://${closed}`)).toMatch(/ECONNREFUSED/);
    expect(await refusalOf(`redis+sentinel://${closed}/x`)).toMatch(/ECONNREFUSED/);
    expect(await refusalOf(sentinels.url.replace('//', `//${closed},`))).toBe('connected');
  });

  it('by the service, without its password', async () => {
    for (const [url, sentence] of [
      [`redis+cluster://parley:hunter2@${single()}`, /^The Redis of REDIS_URL cannot be reached: WRONGPASS/],
      [`redis://${lone.address}`, /^REDIS_URL names a node of a Redis Cluster/],
    ] as const) {
      const { code, errors, output } = await Service.expectStartFailure({ REDIS_URL: url });
      expect([code, errors]).toEqual([1, expect.stringMatching(sentence)]);
      expect(output).not.toContain('hunter2');
    }
  });
});

it('uses a user and a password for the nodes, for the master, and other ones for the Sentinels', async () => {
  await lone.ask('CLUSTER', 'ADDSLOTSRANGE', '16001', '16383');
  await eventually(async () => String(await lone.ask('CLUSTER', 'INFO')).includes('cluster_state:ok'));
  const cluster = `redis+cluster://${lone.address}`;
  const nodes = [lone, ...sentinels.servers];
  await Promise.all(nodes.map((node) => node.ask('ACL', 'SETUSER', 'parley', 'on', '>s@cret', '~*', '&*', '+@all')));
  await Promise.all(
    sentinels.sentinels.map((node) => node.ask('ACL', 'SETUSER', 'watcher', 'on', '>other', '~*', '&*', '+@all')),
  );
  expect(await refusalOf(cluster.replace('//', '//parley:s%40cret@'))).toBe('connected');
  expect(await refusalOf(cluster.replace('//', '//parley:wrong@'))).toMatch(/^WRONGPASS/);
  const withUser = sentinels.url.replace('//', '//parley:s%40cret@');
  expect(await refusalOf(`${withUser}?sentinel_user=watcher&sentinel_password=other`)).toBe('connected');
  expect(await refusalOf(`${withUser}?sentinel_user=watcher&sentinel_password=wrong`)).toMatch(/^WRONGPASS/);
  expect(await refusalOf(sentinels.url.replace('//', '//parley:wrong@'))).toMatch(/^WRONGPASS/);
});
