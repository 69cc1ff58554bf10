import { freePort } from '../servers/start-server.js';
import { eventually } from './eventually.js';
import { RedisNode } from './redis-node.js';

const SLOTS = 16_384;
const SHARDS = 3;
/** A master is failed over 1 to 2 seconds after its end. */
const NODE_TIMEOUT_MS = 500;

/** A Redis Cluster of three masters with one replica each, of the installed redis-server. */
export class RedisCluster {
  private constructor(readonly nodes: readonly RedisNode[]) {}

  static async start(): Promise<RedisCluster> {
    const nodes = await Promise.all(Array.from({ length: 2 * SHARDS }, () => startNode()));
    const cluster = new RedisCluster(nodes);
    try {
      await cluster.form();
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

  /** Waits until running masters serve all slots, and each running node sees it. */
  async settled(): Promise<void> {
    await eventually(async () => {
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

  private async form(): Promise<void> {
    const masters = this.nodes.slice(0, SHARDS);
    const [first] = this.nodes as [RedisNode];
    for (const [at, node] of this.nodes.entries()) {
      // Different epochs, so that no two nodes have to agree on who changes its own.
      await node.ask('CLUSTER', 'SET-CONFIG-EPOCH', String(at + 1));
      if (at >= SHARDS) continue;
      const bounds = [at, at + 1].map((shard) => Math.floor((shard * SLOTS) / SHARDS)) as [number, number];
      await node.ask('CLUSTER', 'ADDSLOTSRANGE', String(bounds[0]), String(bounds[1] - 1));
    }
    for (const node of this.nodes.slice(1)) {
      await first.ask('CLUSTER', 'MEET', '127.0.0.1', String(node.port), String(await busPortOf(node)));
    }
    await eventually(async () => {
      const known = await Promise.all(this.nodes.map((node) => node.ask('CLUSTER', 'INFO')));
      return known.every((info) => String(info).includes(`cluster_known_nodes:${String(this.nodes.length)}`));
    });
    for (const [at, master] of masters.entries()) {
      const id = String(await master.ask('CLUSTER', 'MYID'));
      await this.nodes[SHARDS + at]?.ask('CLUSTER', 'REPLICATE', id);
    }
    await this.settled();
    // A replica without a first synchronisation is not elected.
    await eventually(async () => {
      const infos = await Promise.all(this.nodes.slice(SHARDS).map((node) => node.ask('INFO', 'replication')));
      return infos.every((info) => String(info).includes('master_link_status:up'));
    });
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

async function startNode(): Promise<RedisNode> {
  const busPort = await freePort();
  return RedisNode.start([
    ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort), '--repl-diskless-sync-delay', '0'],
    ...['--cluster-node-timeout', String(NODE_TIMEOUT_MS), '--cluster-replica-validity-factor', '0'],
  ]);
}

async function busPortOf(node: RedisNode): Promise<string> {
  const [, port] = (await node.ask('CONFIG', 'GET', 'cluster-port')) as [string, string];
  return port;
}
