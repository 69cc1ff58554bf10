import type { Adapter } from 'socket.io-adapter';

import type { AdapterFactory } from './adapter-bridge.js';
import { RedisPulse } from './redis-pulse.js';

/** The first Redis with sharded pub/sub, where a node hears only the rooms that it serves. */
const SHARDED_SINCE = 7;
const LONGEST_RECONNECT_DELAY_MS = 1_000;
/** Scripts that may wait for a Redis that does not answer; further ones fail at once. */
const MOST_SCRIPTS_WAITING = 10_000;

/** The connection by which nodes count together: it never waits behind what the adapter publishes. */
export interface RedisScripts {
  readonly isReady: boolean;
  /** Fails where Redis is away; does not come back where Redis does not answer. */
  eval(script: string, given: { readonly keys: string[]; readonly arguments: string[] }): Promise<unknown>;
}

/** Three connections to one Redis, and the adapter that speaks over two of them. */
export interface RedisTransport {
  readonly factory: AdapterFactory;
  readonly scripts: RedisScripts;
  /** What the names of all that this deployment has in Redis begin with. */
  readonly prefix: string;
  /** Whether Redis answers now. */
  readonly healthy: () => boolean;
  close(): void;
}

/**
 * @param url `redis://...` or `rediss://...`
 * @param deployment a name that the nodes of one deployment share, and no other: several may use one Redis
 * @param tell told in one sentence that Redis has gone, and that it is back; the connections come back by themselves
 * @throws Error if Redis cannot be reached at the start
 */
export async function connectRedis(
  url: string,
  deployment: string,
  tell: (sentence: string) => void,
): Promise<RedisTransport> {
  // Hundreds of modules: commands, and whoever has no Redis, start sooner without them.
  const { createClient } = await import('redis');
  const { createAdapter, createShardedAdapter } = await import('@socket.io/redis-adapter');
  let started = false;
  const publisher = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      reconnectStrategy: (retries, cause) =>
        started ? Math.min(50 * 2 ** retries, LONGEST_RECONNECT_DELAY_MS) : cause,
    },
  });
  const subscriber = publisher.duplicate({ disableOfflineQueue: false });
  const scripts = publisher.duplicate({ commandsQueueMaxLength: MOST_SCRIPTS_WAITING });
  let gone = false;
  const onError = (error: unknown): void => {
    if (!gone && started) tell(`Redis is away, and this node alone: ${reasonOf(error)}`);
    gone = true;
  };
  publisher.on('error', onError);
  subscriber.on('error', onError);
  scripts.on('error', onError);
  const onAnswer = (): void => {
    if (gone && started) tell('Redis is back');
    gone = false;
  };
  publisher.on('ready', onAnswer);
  await Promise.all([publisher.connect(), subscriber.connect(), scripts.connect()]);
  started = true;
  const info = await publisher.info('server');
  const major = Number(/^redis_version:(\d+)/m.exec(info)?.[1]);
  const pulse = new RedisPulse(() => publisher.ping(), {
    silent: onError,
    answers: () => {
      if (subscriber.isReady && scripts.isReady) onAnswer();
    },
  });
  const clients = [caught(publisher, onError), caught(subscriber, onError)] as const;
  const prefix = `parley:${deployment}`;
  // The adapters are written in JavaScript and name their namespace `any`.
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
      publisher.destroy();
      subscriber.destroy();
      scripts.destroy();
    },
  };
}

/** Where a name has several addresses, Node throws one error for all of them, without words: then why the first failed. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/**
 * The same client, whose promises never float off rejected: the adapters wait for none of them, and one
 * publish refused while Redis is away must not end the process.
 */
function caught<Client extends object>(client: Client, onError: (error: unknown) => void): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, args);
        if (!(result instanceof Promise)) return result;
        return result.catch((error: unknown) => {
          onError(error);
        });
      };
    },
  });
}
