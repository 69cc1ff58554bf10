import type { Adapter } from 'socket.io-adapter';

import type { AdapterFactory } from './cluster-link.js';
import { PacketSignatures } from './packet-signatures.js';
import type { DropReason } from './packet-signatures.js';
import { signedClient } from './signed-client.js';

/** The first Redis with sharded pub/sub, with which a node receives only the groups that it has connections in. */
const SHARDED_SINCE = 7;
const LONGEST_RECONNECT_DELAY_MS = 1_000;
/** The interval between two pings, which is also the time limit of an answer. */
const PING_INTERVAL_MS = 2_000;
/** Scripts that are queued for a Redis that does not answer; further ones fail at once. */
const MOST_QUEUED_SCRIPTS = 10_000;

/** The connection for scripts, which count over all nodes: they never queue behind what the adapter publishes. */
export interface RedisScripts {
  readonly isReady: boolean;
  /** Rejects if Redis is unreachable; stays pending if Redis does not answer. */
  eval(script: string, options: { readonly keys: string[]; readonly arguments: string[] }): Promise<unknown>;
}

/** Three connections to one Redis, and the adapter that uses two of them. */
export interface RedisTransport {
  readonly factory: AdapterFactory;
  readonly scripts: RedisScripts;
  /** The prefix of every key and channel of this deployment in Redis. */
  readonly prefix: string;
  /** Whether Redis is connected and answers. */
  readonly healthy: () => boolean;
  close(): void;
}

export interface RedisOptions {
  /** `redis://...` or `rediss://...` */
  readonly url: string;
  /** A name that the nodes of one deployment share, and no other: several deployments may use one Redis. */
  readonly deployment: string;
  /** Sign and verify the packets between nodes: the first one signs, all verify. */
  readonly secrets: readonly string[];
  /** Whether packets without a signature are accepted, during an upgrade from release 0.2. */
  readonly acceptUnsigned?: boolean;
  /** Receives one sentence when Redis is lost, and one when it is back; the connections reconnect by themselves. */
  readonly log: (sentence: string) => void;
  /** Called for each packet of Redis that is dropped because no node of the deployment has sent it, or not now. */
  readonly dropped?: (reason: DropReason) => void;
}

/** @throws Error if Redis cannot be reached at the start, or without a secret */
export async function connectRedis({
  url,
  deployment,
  secrets,
  acceptUnsigned = false,
  log,
  dropped = () => undefined,
}: RedisOptions): Promise<RedisTransport> {
  const rules = { signatures: new PacketSignatures(secrets), acceptUnsigned, dropped };
  // Hundreds of modules: commands, and servers without Redis, start sooner without them.
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
  const scripts = publisher.duplicate({ commandsQueueMaxLength: MOST_QUEUED_SCRIPTS });
  let isLost = false;
  const onError = (error: unknown): void => {
    if (!isLost && started) log(`Redis is unreachable, and this node runs alone: ${reasonOf(error)}`);
    isLost = true;
  };
  publisher.on('error', onError);
  subscriber.on('error', onError);
  scripts.on('error', onError);
  const onAnswer = (): void => {
    if (isLost && started) log('Redis is back');
    isLost = false;
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
      publisher.destroy();
      subscriber.destroy();
      scripts.destroy();
    },
  };
}

/** For a name with several addresses Node throws one error without a message: the first reason is used. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/**
 * The same client, whose promises never reject: the adapters await none of them, and an unhandled rejection of a
 * publish while Redis is unreachable would end the process.
 */
function withoutRejections<Client extends object>(client: Client, onError: (error: unknown) => void): Client {
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

interface PulseListener {
  /** A ping has had no answer within the time limit. */
  silent(reason: Error): void;
  answers(): void;
}

/**
 * Pings Redis at an interval. A Redis that hangs, or that the network has cut off, keeps its connections open for many
 * minutes. A ping is never sent before the previous one is answered.
 */
class RedisPulse {
  private readonly timer = setInterval(() => {
    this.tick();
  }, PING_INTERVAL_MS).unref();
  private isPinging = false;
  private silent = false;

  /** @param ping resolves with the answer, and rejects if the connection is closed */
  constructor(
    private readonly ping: () => Promise<unknown>,
    private readonly listener: PulseListener,
  ) {}

  /** Whether the current ping is past its time limit. */
  get isSilent(): boolean {
    return this.silent;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    // Pending input is read first: it may be this process that was late.
    if (this.isPinging)
      setImmediate(() => {
        this.checkAnswer();
      });
    else void this.pingOnce();
  }

  private checkAnswer(): void {
    if (!this.isPinging || this.silent) return;
    this.silent = true;
    this.listener.silent(new Error(`It has not answered for ${String(PING_INTERVAL_MS / 1_000)} seconds.`));
  }

  private async pingOnce(): Promise<void> {
    this.isPinging = true;
    try {
      await this.ping();
      this.listener.answers();
    } catch {
      // The client reports its closed connection itself.
    } finally {
      this.isPinging = false;
      this.silent = false;
    }
  }
}
