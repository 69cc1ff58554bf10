import { AdapterNamespace, connectRedis } from '@parley/realtime/hub';
import type { RedisTransport } from '@parley/realtime/hub';
import pg from 'pg';
import type { Adapter, BroadcastOptions } from 'socket.io-adapter';

import { eventually } from './eventually.js';
import type { Place } from './place.js';
import { told } from './run.js';

const RECEIVER = { onFrame: () => undefined, onMessage: () => undefined };

/** No socket is in it. */
const NOBODY = new Set(['nobody']);
const PATIENCE_MS = 60_000;

/** The way from the nodes of a deployment to one another, by one who stands among them and says nothing to anybody. */
export class Crossing {
  private constructor(
    private readonly transport: RedisTransport,
    private readonly adapter: Adapter,
  ) {}

  static async of(place: Place): Promise<Crossing> {
    const transport = await connectRedis(told('redis').url, await deploymentAt(place), () => undefined);
    return new Crossing(transport, transport.factory(new AdapterNamespace('specs', RECEIVER)));
  }

  /** Waits until so many nodes are there. */
  async joins(nodes: number): Promise<void> {
    await eventually(async () => (await this.adapter.serverCount()) === nodes + 1);
  }

  /**
   * Waits until whatever any node has published has been handed to the sockets of the others.
   *
   * Every node is asked which sockets of its own are in a group in which there are none, and answers over the same
   * connections that frames take, behind them: once all have answered, Redis has what they had published. When they
   * have answered once more, they have received what Redis had for them.
   */
  async passed(): Promise<void> {
    await this.asksAll();
    await this.asksAll();
  }

  async close(): Promise<void> {
    await this.adapter.close();
    this.transport.close();
  }

  private async asksAll(): Promise<void> {
    const among: BroadcastOptions = { rooms: NOBODY, except: new Set(), flags: { timeout: PATIENCE_MS } };
    await this.adapter.fetchSockets(among);
  }
}

/** The name by which the nodes on one database find each other in Redis. */
export async function deploymentAt({ env }: Place): Promise<string> {
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
