import type { Adapter } from 'socket.io-adapter';

import { PacketSignatures } from '../packet-signatures.js';
import { signedClient } from '../signed-client.js';
import { Outage } from './outage.js';
import { RedisPulse } from './redis-pulse.js';
import {
  MOST_QUEUED_SCRIPTS,
  reconnectDelay,
  serverOf,
  SHARDED_SINCE,
  UnsuitableRedis,
  withoutRejections,
} from './transport.js';
import type { RedisOptions, RedisTransport } from './transport.js';

/**
 * Three connections to one Redis: for what the adapter publishes, for what it receives, and for scripts.
 * @throws Error if Redis cannot be reached at the start, or without a secret
 */
export async function connectSingle(
  url: string,
  { deployment, secrets, log, dropped = () => undefined }: Omit<RedisOptions, 'address'>,
): Promise<RedisTransport> {
  const rules = { signatures: new PacketSignatures(secrets), dropped };
  // Hundreds of modules: commands, and servers without Redis, start sooner without them.
  const { createClient } = await import('redis');
  const { createAdapter, createShardedAdapter } = await import('@socket.io/redis-adapter');
  let started = false;
  const publisher = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (retries, cause) => (started ? reconnectDelay(retries) : cause) },
  });
  const subscriber = publisher.duplicate({ disableOfflineQueue: false });
  const scripts = publisher.duplicate({ commandsQueueMaxLength: MOST_QUEUED_SCRIPTS });
  const close = (): void => {
    for (const client of [publisher, subscriber, scripts]) if (client.isOpen) client.destroy();
  };
  const outage = new Outage(log);
  const onError = (error: unknown): void => outage.begin(error);
  for (const client of [publisher, subscriber, scripts]) client.on('error', onError);
  const onAnswer = (): void => outage.end();
  publisher.on('ready', onAnswer);
  await Promise.all([publisher.connect(), subscriber.connect(), scripts.connect()]);
  started = true;
  outage.started();
  const { major, mode } = serverOf(await publisher.info('server'));
  if (mode !== 'standalone') {
    close();
    throw new UnsuitableRedis(SENTENCES[mode === 'cluster' ? 'cluster' : 'sentinel']);
  }
  const pulse = new RedisPulse(() => publisher.ping(), {
    silent: onError,
    answers: () => {
      if (subscriber.isReady && scripts.isReady) onAnswer();
    },
  });
  const clients = [
    signedClient(withoutRejections(publisher, onError), rules),
    signedClient(withoutRejections(subscriber, onError), rules),
  ] as const;
  const prefix = `parley:${deployment}`;
  // The adapters are written in JavaScript, and the type of their namespace is `any`.
  const factory = (
    major >= SHARDED_SINCE
      ? createShardedAdapter(...clients, { channelPrefix: prefix })
      : createAdapter(...clients, { key: prefix })
  ) as (namespace: unknown) => Adapter;
  return {
    factory,
    scripts,
    prefix,
    healthy: () => publisher.isReady && subscriber.isReady && !pulse.isSilent,
    close: () => {
      pulse.stop();
      close();
    },
  };
}

/** A client of one server does not follow the redirects of a cluster, nor the failovers of Sentinels. */
const SENTENCES = {
  cluster:
    'REDIS_URL names a node of a Redis Cluster: write redis+cluster:// (with TLS rediss+cluster://) and the hosts of ' +
    'several nodes, separated by commas.',
  sentinel:
    'REDIS_URL names a Sentinel: write redis+sentinel:// (with TLS rediss+sentinel://), the hosts of all Sentinels, ' +
    'separated by commas, and the name of the master, as in redis+sentinel://a,b,c/mymaster.',
};
