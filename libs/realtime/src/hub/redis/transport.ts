import type { AdapterFactory } from '../cluster-link.js';
import type { DropReason } from '../packet-signatures.js';
import type { RedisAddress } from './redis-address.js';

/** The connections for scripts, which count over all nodes: they never queue behind what the adapter publishes. */
export interface RedisScripts {
  readonly isReady: boolean;
  /** Rejects if Redis is unreachable; stays pending if Redis does not answer. */
  eval(script: string, options: { readonly keys: string[]; readonly arguments: string[] }): Promise<unknown>;
}

/** The connections of this node to Redis, and the adapter that uses them. */
export interface RedisTransport {
  readonly factory: AdapterFactory;
  readonly scripts: RedisScripts;
  /** The prefix of every key of this deployment in Redis. All keys with it may be used in one script. */
  readonly prefix: string;
  /** Whether this node can publish to Redis and receive from it. */
  readonly healthy: () => boolean;
  close(): void;
}

export interface RedisOptions {
  readonly address: RedisAddress;
  /** A name that the nodes of one deployment share, and no other: several deployments may use one Redis. */
  readonly deployment: string;
  /** Sign and verify the packets between nodes: the first one signs, all verify. */
  readonly secrets: readonly string[];
  /** Receives one sentence when Redis is lost, and one when it is back; the connections reconnect by themselves. */
  readonly log: (sentence: string) => void;
  /** Called for each packet of Redis that is dropped because no node of the deployment has sent it, or not now. */
  readonly dropped?: (reason: DropReason) => void;
}

/** The servers answer, but they are not what the URL says. The message is a sentence for the operator. */
export class UnsuitableRedis extends Error {}

/** The first Redis with sharded pub/sub, with which a node receives only the groups that it has connections in. */
export const SHARDED_SINCE = 7;

/** The pause before the next attempt to connect. @param retries the attempts that have failed */
export const reconnectDelay = (retries: number): number => Math.min(50 * 2 ** retries, LONGEST_RECONNECT_DELAY_MS);
const LONGEST_RECONNECT_DELAY_MS = 1_000;

/** Scripts that are queued for a Redis that does not answer; further ones fail at once. */
export const MOST_QUEUED_SCRIPTS = 10_000;

/** The version and the mode of a server, from the section `server` of its INFO. */
export function serverOf(info: string): { readonly major: number; readonly mode: string } {
  return {
    major: Number(/^redis_version:(\d+)/m.exec(info)?.[1]),
    mode: /^redis_mode:(\w+)/m.exec(info)?.[1] ?? 'standalone',
  };
}

/**
 * The same client, whose promises never reject: the adapters await none of them, and an unhandled rejection of a
 * publish while Redis is unreachable would end the process.
 */
export function withoutRejections<Client extends object>(client: Client, onError: (error: unknown) => void): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, args);
        if (!(result instanceof Promise)) return result;
        return result.catch((error: unknown) => onError(error));
      };
    },
  });
}
