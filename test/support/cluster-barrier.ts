import { AdapterNamespace, connectRedis } from '@parley/realtime/hub';
import type { RedisTransport } from '@parley/realtime/hub';
import pg from 'pg';
import type { Adapter, BroadcastOptions } from 'socket.io-adapter';

import { eventually } from './eventually.js';
import type { ServiceData } from './service-data.js';
import { prepared } from './run.js';

const RECEIVER = { onFrame: () => undefined, onMessage: () => undefined };

/** A group without sockets. */
const NOBODY = new Set(['nobody']);
const TIMEOUT_MS = 60_000;

/** A silent extra node on the Redis of a deployment, which finds out when published frames have arrived. */
export class ClusterBarrier {
  private constructor(
    private readonly transport: RedisTransport,
    private readonly adapter: Adapter,
  ) {}

  /** @param secrets those of the nodes */
  static async connect(serviceData: ServiceData, secrets: readonly string[]): Promise<ClusterBarrier> {
    const transport = await connectRedis({
      address: { kind: 'single', url: prepared('redis').url },
      deployment: await deploymentOf(serviceData),
      secrets,
      log: () => undefined,
    });
    return new ClusterBarrier(transport, transport.factory(new AdapterNamespace('specs', RECEIVER)));
  }

  /** Waits until this many nodes are connected. */
  async waitForNodes(nodes: number): Promise<void> {
    await eventually(async () => (await this.adapter.serverCount()) === nodes + 1);
  }

  /**
   * Waits until the sockets of all nodes have received what any node has published.
   *
   * Every node is asked for its sockets in an empty group. The answers use the same connections as frames and queue
   * behind them. The first round of answers proves that Redis has everything that the nodes had published; the second
   * round proves that the nodes have received it.
   */
  async waitForDelivery(): Promise<void> {
    await this.queryAll();
    await this.queryAll();
  }

  async close(): Promise<void> {
    await this.adapter.close();
    this.transport.close();
  }

  private async queryAll(): Promise<void> {
    const among: BroadcastOptions = { rooms: NOBODY, except: new Set(), flags: { timeout: TIMEOUT_MS } };
    await this.adapter.fetchSockets(among);
  }
}

/** The name by which the nodes on one database find each other in Redis. */
export async function deploymentOf({ env }: ServiceData): Promise<string> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT md5(system_identifier || '/' || current_database()) AS name FROM pg_control_system()`,
    );
    return rows[0]!.name;
  } finally {
    await client.end();
  }
}
