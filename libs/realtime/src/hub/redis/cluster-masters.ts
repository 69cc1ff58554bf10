import type { SlotRange } from './masters.js';
import { inTime } from './open-client.js';
import type { OpenClient } from './open-client.js';
import type { Endpoint, Login } from './redis-address.js';
import { UnsuitableRedis } from './transport.js';

type SlotsReply = readonly (readonly [
  from: number,
  to: number,
  master: readonly [host: string | null, port: number],
])[];

/**
 * Asks one node of a Redis Cluster after another which master has which slots, until one that is connected with most
 * of the cluster answers.
 */
export class ClusterMasters {
  /** The number of the next node to ask: each time another one, since one alone may know less than the others. */
  private next = 0;

  /** @param nodes of REDIS_URL */
  constructor(
    private readonly open: OpenClient,
    private readonly nodes: readonly Endpoint[],
    private readonly login: Login,
  ) {}

  /**
   * @param known masters of the last answer, which are asked before the nodes of REDIS_URL
   * @throws Error the last reason, if no node answers
   * @throws UnsuitableRedis if a server is no node of a cluster
   */
  async find(known: Iterable<Endpoint>): Promise<readonly SlotRange[]> {
    const candidates = [...known];
    const start = (this.next += 1);
    const ordered = candidates.map((_, at) => candidates[(start + at) % candidates.length]);
    let reason: unknown;
    for (const node of [...ordered, ...this.nodes]) {
      if (!node) continue;
      try {
        return await this.ask(node);
      } catch (error) {
        if (error instanceof UnsuitableRedis) throw error;
        reason = error;
      }
    }
    throw reason;
  }

  private async ask(node: Endpoint): Promise<readonly SlotRange[]> {
    const client = this.open(node, this.login, { reconnect: false });
    client.on('error', () => undefined);
    const server = `${node.host}:${String(node.port)}`;
    try {
      await inTime(client.connect(), server);
      const [info, slots] = await inTime(
        Promise.all([client.sendCommand(['CLUSTER', 'INFO']), client.sendCommand(['CLUSTER', 'SLOTS'])]),
        server,
      );
      return rangesOf(info as unknown as string, slots as unknown as SlotsReply, node);
    } catch (error) {
      throw isNoCluster(error) ? new UnsuitableRedis(NO_CLUSTER) : error;
    } finally {
      if (client.isOpen) client.destroy();
    }
  }
}

/** A node that has lost most others knows neither new masters nor whether it is one itself. */
function rangesOf(info: string, slots: SlotsReply, asked: Endpoint): readonly SlotRange[] {
  const ranges = slots.map(([from, to, [host, port]]) => ({
    from,
    to,
    master: { host: host === null || host === '' ? asked.host : host, port },
  }));
  const covered = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  // Without all slots a cluster is not ok either, and the caller describes that better.
  if (/^cluster_state:ok/m.test(info) || /^cluster_slots_assigned:(?!16384\b)/m.test(info) || covered === 0)
    return ranges;
  throw new Error(`${asked.host}:${String(asked.port)} reports that its Redis Cluster is down (cluster_state:fail)`);
}

const isNoCluster = (error: unknown): boolean =>
  error instanceof Error && /cluster support disabled|unknown command/i.test(error.message);

const NO_CLUSTER =
  'REDIS_URL begins with redis+cluster:// or rediss+cluster://, but the server is not a node of a Redis Cluster: write ' +
  'redis:// or rediss:// for a Redis of its own, or redis+sentinel:// for Sentinel.';
