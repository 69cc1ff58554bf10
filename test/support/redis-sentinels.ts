import { eventually } from './eventually.js';
import { RedisNode } from './redis-node.js';

const SENTINELS = 3;
const NAME = 'parley-test';
/** A master is failed over 1 to 2 seconds after its end. */
const DOWN_AFTER_MS = 500;

/** A Redis with two replicas, and three Sentinels, of the installed redis-server. */
export class RedisSentinels {
  private constructor(
    readonly servers: readonly RedisNode[],
    readonly sentinels: readonly RedisNode[],
  ) {}

  static async start(): Promise<RedisSentinels> {
    const master = await RedisNode.start();
    const replicaOptions = ['--replicaof', '127.0.0.1', String(master.port), '--repl-diskless-sync-delay', '0'];
    const replicas = await Promise.all([0, 1].map(() => RedisNode.start(replicaOptions)));
    const sentinels = await Promise.all(Array.from({ length: SENTINELS }, () => startSentinel(master)));
    const started = new RedisSentinels([master, ...replicas], sentinels);
    await eventually(async () => {
      const views = await Promise.all(sentinels.map((sentinel) => sentinel.ask('SENTINEL', 'MASTER', NAME)));
      return views.every((view) => {
        const words = view as string[];
        const field = (name: string): number => Number(words[words.indexOf(name) + 1]);
        return field('num-slaves') === replicas.length && field('num-other-sentinels') === SENTINELS - 1;
      });
    });
    return started;
  }

  /** The value of REDIS_URL. */
  get url(): string {
    return `redis+sentinel://${this.sentinels.map(({ address }) => address).join(',')}/${NAME}`;
  }

  /** The master that the first running Sentinel names. */
  async master(): Promise<RedisNode> {
    const sentinel = this.sentinels.find(({ isRunning }) => isRunning);
    if (!sentinel) throw new Error('No Sentinel is running.');
    const [, port] = (await sentinel.ask('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)) as [string, string];
    const master = this.servers.find((server) => server.port === Number(port));
    if (!master) throw new Error('The Sentinels name no master.');
    return master;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.sentinels, ...this.servers].map((node) => node.kill()));
  }
}

const startSentinel = (master: RedisNode): Promise<RedisNode> =>
  RedisNode.startSentinel([
    `sentinel monitor ${NAME} 127.0.0.1 ${String(master.port)} 2`,
    `sentinel down-after-milliseconds ${NAME} ${String(DOWN_AFTER_MS)}`,
    `sentinel failover-timeout ${NAME} 3000`,
  ]);
