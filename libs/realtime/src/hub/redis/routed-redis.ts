import type { Adapter } from 'socket.io-adapter';

import { PacketSignatures } from '../packet-signatures.js';
import { signedClient } from '../signed-client.js';
import { Outage } from './outage.js';
import { RoutedConnections } from './routed-connections.js';
import type { RoutedAddress } from './routed-connections.js';
import { withoutRejections } from './transport.js';
import type { RedisOptions, RedisTransport } from './transport.js';

const LOST = {
  cluster: 'A part of Redis is unreachable, and its messages reach other processes with a delay',
  sentinel: undefined,
};

/**
 * Connections to the masters of a Redis Cluster, or to the master that Sentinels name. They follow moved slots and
 * failovers.
 * @throws Error if the servers cannot be reached at the start, or without a secret
 * @throws UnsuitableRedis if they are not what the address says
 */
export async function connectRouted(
  address: RoutedAddress,
  { deployment, secrets, log, dropped = () => undefined }: RedisOptions,
): Promise<RedisTransport> {
  const rules = { signatures: new PacketSignatures(secrets), dropped };
  const { createClient } = await import('redis');
  const { createShardedAdapter } = await import('@socket.io/redis-adapter');
  const outage = new Outage(log, LOST[address.kind]);
  const connections = new RoutedConnections(address, createClient, outage);
  await connections.connect();
  const onError = (error: unknown): void => outage.begin(error);
  const client = signedClient(withoutRejections(connections.pubSub, onError), rules);
  const channelPrefix = `parley:${deployment}`;
  // The keys of one script must be in one slot, which only the part in braces decides; channels are in all slots.
  const prefix = address.kind === 'cluster' ? `parley:{${deployment}}` : channelPrefix;
  return {
    // The adapters are written in JavaScript, and the type of their namespace is `any`.
    factory: createShardedAdapter(client, client, { channelPrefix }) as (namespace: unknown) => Adapter,
    scripts: connections.scriptsOf(prefix),
    prefix,
    healthy: () => connections.areHealthy,
    close: () => connections.close(),
  };
}
