import type { createClient } from 'redis';

import { ClusterMasters } from './cluster-masters.js';
import { SLOTS, slotOf } from './key-slot.js';
import { MasterClients } from './master-clients.js';
import { Masters } from './masters.js';
import type { Master } from './masters.js';
import { clientFactory, inTime } from './open-client.js';
import type { Client } from './open-client.js';
import type { Outage } from './outage.js';
import type { RedisAddress } from './redis-address.js';
import { RedisPulse } from './redis-pulse.js';
import { SentinelMasters } from './sentinel-masters.js';
import type { PacketListener } from './shard-reader.js';
import { ShardedSubscriber } from './sharded-subscriber.js';
import { MOST_QUEUED_SCRIPTS, reconnectDelay, serverOf, SHARDED_SINCE, UnsuitableRedis } from './transport.js';
import type { RedisScripts } from './transport.js';

export type RoutedAddress = Exclude<RedisAddress, { kind: 'single' }>;

/** How often the servers are asked for their masters, even if no request has failed. */
const SEARCH_INTERVAL_MS = { cluster: 2_000, sentinel: 1_000 };

/** Three connections to each master: for what is published, for what is received, and for scripts. */
export class RoutedConnections {
  private readonly sentinels: SentinelMasters | undefined;
  private readonly masters: Masters;
  private readonly publishers: MasterClients;
  private readonly scripts: MasterClients;
  private readonly subscriber: ShardedSubscriber;
  private readonly probes = new WeakMap<Master, string>();
  private pulse: RedisPulse | undefined;
  private hasStarted = false;
  private isFailing = false;

  constructor(
    private readonly address: RoutedAddress,
    create: typeof createClient,
    private readonly outage: Outage,
  ) {
    const open = clientFactory(create);
    const onError = (error: unknown): void => outage.begin(error);
    if (address.kind === 'sentinel') {
      const sentinels = new SentinelMasters(open, address.sentinels, address.sentinelLogin, address.name);
      this.sentinels = sentinels;
      this.masters = new Masters(() => sentinels.find(), onError);
    } else {
      const cluster = new ClusterMasters(open, address.nodes, address.login);
      this.masters = new Masters((known) => cluster.find(known), onError);
    }
    const reconnect = (retries: number, cause: Error): number | Error =>
      this.hasStarted ? reconnectDelay(retries) : cause;
    const requestsTo = (master: Master, limits: { readonly commandsQueueMaxLength?: number } = {}): Client => {
      const client = open(master, address.login, { reconnect, ...limits });
      client.on('error', (error) => {
        if (this.masters.has(master)) onError(error);
        this.masters.searchSoon();
      });
      return client;
    };
    this.publishers = new MasterClients(this.masters, (master) => requestsTo(master));
    this.scripts = new MasterClients(this.masters, (master) =>
      requestsTo(master, { commandsQueueMaxLength: MOST_QUEUED_SCRIPTS }),
    );
    this.subscriber = new ShardedSubscriber(
      this.masters,
      (master) => open(master, address.login, { reconnect: false }),
      onError,
    );
  }

  /**
   * @throws Error if a server cannot be reached
   * @throws UnsuitableRedis
   */
  async connect(): Promise<void> {
    try {
      await this.masters.start(SEARCH_INTERVAL_MS[this.address.kind]);
      this.requireAllSlots();
      await Promise.all([this.publishers.connectAll(), this.scripts.connectAll()]);
      this.hasStarted = true;
      await this.requireVersions();
      await inTime(this.subscriber.connected(), 'Redis');
    } catch (error) {
      this.close();
      throw error;
    }
    this.outage.started();
    this.pulse = new RedisPulse(() => this.probeAll(), {
      silent: (reason) => {
        this.outage.begin(reason);
        this.masters.searchSoon();
      },
      answers: () => {
        if (this.areHealthy) this.outage.end();
      },
    });
  }

  /** Whether this node can publish to each master, and receive from it. */
  get areHealthy(): boolean {
    return (
      !this.isFailing &&
      this.pulse?.isSilent === false &&
      this.masters.areKnown &&
      this.publishers.areReady &&
      this.subscriber.isReady
    );
  }

  /** The part of a client that the sharded adapter uses. */
  get pubSub() {
    return {
      sPublish: (channel: string, packet: string | Buffer): Promise<unknown> =>
        this.publishers.request(channel, (client) => client.sPublish(channel, packet)),
      sSubscribe: (channel: string, listener: PacketListener): void => this.subscriber.subscribe(channel, listener),
      sUnsubscribe: (channel: string): void => this.subscriber.unsubscribe(channel),
    };
  }

  /** @param prefix of all keys, which have one slot */
  scriptsOf(prefix: string): RedisScripts {
    const { scripts } = this;
    return {
      get isReady() {
        return scripts.isReadyFor(prefix);
      },
      eval: (script, options) =>
        scripts.request(options.keys[0] ?? prefix, (client) => client.eval(script, options) as Promise<unknown>),
    };
  }

  close(): void {
    this.pulse?.stop();
    this.masters.stop();
    this.sentinels?.close();
    this.publishers.close();
    this.scripts.close();
    this.subscriber.close();
  }

  private requireAllSlots(): void {
    const { uncovered } = this.masters;
    if (uncovered === 0) return;
    throw new UnsuitableRedis(
      `The Redis Cluster of REDIS_URL has no master for ${String(uncovered)} of its ${String(SLOTS)} slots: see ` +
        '"redis-cli --cluster check <host>:<port>", and repair it with "redis-cli --cluster fix <host>:<port>".',
    );
  }

  private async requireVersions(): Promise<void> {
    for (const master of this.masters.all) {
      const { major } = serverOf(await this.publishers.clientOf(master).info('server'));
      if (major >= SHARDED_SINCE) continue;
      throw new UnsuitableRedis(
        `The Redis of REDIS_URL at ${master.address} is older than Redis ${String(SHARDED_SINCE)}, which Redis Cluster ` +
          'and Sentinel need here for sharded pub/sub: upgrade it.',
      );
    }
  }

  /** A master may answer a ping and yet serve nothing, because it has lost its cluster. */
  private async probeAll(): Promise<void> {
    try {
      await Promise.all([
        ...[...this.masters.all].map((master) => this.publishers.clientOf(master).sPublish(this.probeOf(master), '')),
        this.subscriber.audit(),
      ]);
      this.isFailing = false;
    } catch (error) {
      this.isFailing = true;
      this.outage.begin(error);
      this.masters.searchSoon();
      throw error;
    }
  }

  /** A channel without subscribers, of a slot of the master. */
  private probeOf(master: Master): string {
    let probe = this.probes.get(master);
    for (let count = 0; probe === undefined || this.masters.of(slotOf(probe)) !== master; count += 1) {
      probe = `parley:probe:${String(count)}`;
    }
    this.probes.set(master, probe);
    return probe;
  }
}
