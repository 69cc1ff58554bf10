import { connectRedis, Hub } from '@parley/realtime/hub';
import type { RedisTransport } from '@parley/realtime/hub';

import { parseRedisUrl } from '../../src/platform/config/redis-address.js';
import type { Nodes } from '../hub/hub-contract.js';

/** The hub of one node on a Redis, without the service around it. */
export class HubNode {
  private constructor(
    readonly hub: Hub,
    readonly transport: RedisTransport,
    /** The sentences about Redis that were logged. */
    readonly logged: readonly string[],
  ) {}

  static async on(url: string): Promise<HubNode> {
    const logged: string[] = [];
    const transport = await connectRedis({
      address: parseRedisUrl(url),
      deployment: 'test',
      secrets: ['a secret'],
      log: (sentence) => logged.push(sentence),
    });
    return new HubNode(new Hub({ adapter: transport.factory }), transport, logged);
  }

  async close(): Promise<void> {
    await this.hub.close();
    this.transport.close();
  }
}

export async function twoHubNodes(url: string): Promise<Nodes> {
  const [here, there] = await Promise.all([HubNode.on(url), HubNode.on(url)]);
  return {
    hubs: [here.hub, there.hub],
    close: async () => {
      await Promise.all([here.close(), there.close()]);
    },
  };
}
