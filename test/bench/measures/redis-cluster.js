import { createClient } from 'redis';

import { generate } from '../load/generate.js';
import { result } from '../report/result.js';
import { quantile } from '../report/statistics.js';
import { FLOW } from './stored.js';

const NAME = 'redis-cluster';
const ROOM_SIZE = 2;
const WARM_UP = 300;
const COUNT_PER_SECOND = 250;
const KINDS = /** @type {const} */ (['one Redis', 'Redis Cluster']);

/** @typedef {{ sender: number, receiver: number, redis: number, commands: number, p50: number, p99: number }} Costs */

/**
 * Two nodes on one Redis, and on a Redis Cluster of three masters with a replica each, in turns: the processor time and
 * the commands of a message in a room of two, one member on each node, and the time until it arrives on the other node.
 * @type {import('./measure.js').Measure}
 */
export const redisCluster = {
  name: NAME,
  run: async (lab, pace) => {
    const single = await lab.nodes(2);
    const cluster = await lab.nodesOnCluster(2);
    const deployments = {
      'one Redis': { nodes: single.nodes, pids: [single.redisPid], ports: [single.redisPort] },
      'Redis Cluster': { nodes: cluster.nodes, pids: cluster.redisPids, ports: cluster.redisPorts },
    };
    /** @type {Record<string, Costs[]>} */
    const found = { 'one Redis': [], 'Redis Cluster': [] };
    for (let round = 0; round < pace.rounds; round += 1) {
      for (const kind of KINDS) found[kind]?.push(await costsOn(deployments[kind], pace.seconds));
    }
    const row = (/** @type {keyof Costs} */ field, /** @type {string} */ what, /** @type {string} */ unit) =>
      KINDS.map((kind) =>
        result(
          NAME,
          `${kind}: ${what}`,
          (found[kind] ?? []).map((each) => each[field]),
          { unit },
        ),
      );
    return [
      ...row('sender', "a message, the sender's node", 'µs of a core'),
      ...row('receiver', "a message, the receiver's node", 'µs of a core'),
      ...row('redis', 'a message, all its servers', 'µs of a core'),
      ...row('commands', 'commands to its servers', 'a message'),
      ...row('p50', 'sending to receiving on the other node, p50', 'ms'),
      ...row('p99', 'sending to receiving on the other node, p99', 'ms'),
    ];
  },
};

/**
 * @param {{ nodes: import('../contenders/contender.js').Contender[], pids: number[], ports: number[] }} deployment
 * @param {number} seconds
 * @returns {Promise<Costs>}
 */
async function costsOn({ nodes, pids, ports }, seconds) {
  const rooms = async (/** @type {number} */ count) => ({
    wire: /** @type {const} */ ('parley'),
    url: nodes.map(({ url }) => url),
    rooms: (await nodes[0]?.rooms(count, ROOM_SIZE)) ?? [],
  });
  const clocks = [...nodes.map(({ pid }) => pid), ...pids].map((pid) => ({ pid }));
  const flow = { inFlight: FLOW.inFlight, warmUpMs: FLOW.warmUpMs, ms: seconds * 1_000, clocks };
  const place = await rooms(FLOW.rooms);
  const before = await commandsOf(ports);
  const { sent, costs } = await generate('flood', { ...place, ...flow });
  const commands = (await commandsOf(ports)) - before;
  const [sender = NaN, receiver = NaN, ...redis] = costs;
  const count = Math.ceil(seconds * COUNT_PER_SECOND);
  const times = await generate('oneAtATime', { ...(await rooms(1)), warmUp: WARM_UP, count });
  return {
    sender,
    receiver,
    redis: redis.reduce((sum, each) => sum + each, 0),
    commands: commands / sent,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

/** The commands that the servers have processed since their start. @param {number[]} ports */
async function commandsOf(ports) {
  const counts = await Promise.all(
    ports.map(async (port) => {
      const client = createClient({ socket: { port } });
      await client.connect();
      const info = await client.info('stats');
      client.destroy();
      return Number(/^total_commands_processed:(\d+)/m.exec(info)?.[1]);
    }),
  );
  return counts.reduce((sum, each) => sum + each, 0);
}
