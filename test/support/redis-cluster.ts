import { CLUSTER_NODES, formCluster, nodeOptions } from '../servers/redis-cluster.js';
import { freePort } from '../servers/start-server.js';
import { eventually } from './eventually.js';
import { RedisNode } from './redis-node.js';

/** A Redis Cluster of three masters with one replica each, of the installed redis-server. */
export class RedisCluster {
  private constructor(readonly nodes: readonly RedisNode[]) {}

  static async start(): Promise<RedisCluster> {
    const started = await Promise.all(Array.from({ length: CLUSTER_NODES }, () => startNode()));
    const cluster = new RedisCluster(started.map(({ node }) => node));
    try {
      await formCluster(started.map(({ node: { port }, busPort }) => ({ port, busPort })));
      await cluster.settled();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** The value of REDIS_URL. */
  get url(): string {
    return `redis+cluster://${this.nodes.map(({ address }) => address).join(',')}`;
  }

  /** The node that serves a slot now, as the others see it. */
  async masterOf(slot: number): Promise<RedisNode> {
    const { ranges } = await this.view();
    const port = ranges.find(({ from, to }) => from <= slot && slot <= to)?.port;
    const node = this.nodes.find((each) => each.port === port);
    if (!node) throw new Error(`No node serves slot ${String(slot)}.`);
    return node;
  }

  /** The running nodes that serve slots. */
  async masters(): Promise<RedisNode[]> {
    const { ranges } = await this.view();
    return this.nodes.filter(({ port, isRunning }) => isRunning && ranges.some((range) => range.port === port));
  }

  /** Waits until running masters serve all slots, each running node sees it, and replicas could be elected. */
  async settled(): Promise<void> {
    await eventually(async () => {
      const infos = await Promise.all(this.running.map((node) => node.ask('INFO', 'replication')));
      if (infos.some((info) => String(info).includes('master_link_status:down'))) return false;
      const views = await Promise.all(this.running.map((node) => viewOf(node)));
      const ports = this.running.map(({ port }) => port);
      return views.every(({ state, ranges }) => state === 'ok' && ranges.every(({ port }) => ports.includes(port)));
    }, 20_000);
  }

  /** Moves a slot to another master, as `redis-cli --cluster reshard` does. */
  async moveSlot(slot: number, to: RedisNode): Promise<void> {
    const from = await this.masterOf(slot);
    const [fromId, toId] = [String(await from.ask('CLUSTER', 'MYID')), String(await to.ask('CLUSTER', 'MYID'))];
    await to.ask('CLUSTER', 'SETSLOT', String(slot), 'IMPORTING', fromId);
    await from.ask('CLUSTER', 'SETSLOT', String(slot), 'MIGRATING', toId);
    const keys = (await from.ask('CLUSTER', 'GETKEYSINSLOT', String(slot), '1000')) as string[];
    if (keys.length > 0) {
      await from.ask('MIGRATE', '127.0.0.1', String(to.port), '', '0', '5000', 'KEYS', ...keys);
    }
    for (const node of [to, from]) await node.ask('CLUSTER', 'SETSLOT', String(slot), 'NODE', toId);
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
  }

  private get running(): readonly RedisNode[] {
    return this.nodes.filter(({ isRunning }) => isRunning);
  }

  private async view(): Promise<View> {
    const [node] = this.running;
    if (!node) throw new Error('No node of the cluster is running.');
    return viewOf(node);
  }
}

interface View {
  readonly state: string | undefined;
  readonly ranges: readonly { readonly from: number; readonly to: number; readonly port: number }[];
}

async function viewOf(node: RedisNode): Promise<View> {
  const info = String(await node.ask('CLUSTER', 'INFO'));
  const slots = (await node.ask('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
  return {
    state: /^cluster_state:(\w+)/m.exec(info)?.[1],
    ranges: slots.map(([from, to, [, port]]) => ({ from, to, port })),
  };
}

async function startNode(): Promise<{ node: RedisNode; busPort: number }> {
  const busPort = await freePort();
  return { node: await RedisNode.start(nodeOptions(busPort)), busPort };
}
