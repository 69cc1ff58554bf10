import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { privateRedis } from './redis.js';
import { freePort, startServer } from './start-server.js';

/** Three masters, each with a replica. */
export const CLUSTER_NODES = 6;

/**
 * The options of a Redis that is to be a node of a cluster.
 * @param {number} busPort on which nodes talk to each other
 */
export const nodeOptions = (busPort) => [
  '--cluster-enabled',
  'yes',
  '--cluster-port',
  String(busPort),
  '--repl-diskless-sync-delay',
  '0',
  // A master is failed over 1 to 2 seconds after its end, however old the state of its replica is.
  '--cluster-node-timeout',
  '500',
  '--cluster-replica-validity-factor',
  '0',
];

/**
 * Makes a cluster of new nodes, of which half are masters.
 * @param {readonly { port: number, busPort: number }[]} nodes
 */
export async function formCluster(nodes) {
  const addresses = nodes.map(({ port, busPort }) => `127.0.0.1:${String(port)}@${String(busPort)}`);
  const options = ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'];
  await promisify(execFile)('redis-cli', options, { timeout: 30_000 });
}

/**
 * Starts a cluster that no test interferes with.
 * @param {() => string} newFolder
 * @returns {Promise<{ ports: number[], pids: number[], url: string, stop: () => Promise<void> }>}
 */
export async function startRedisCluster(newFolder) {
  const nodes = await Promise.all(Array.from({ length: CLUSTER_NODES }, () => startNode(newFolder())));
  await formCluster(nodes);
  const hosts = nodes.map(({ port }) => `127.0.0.1:${String(port)}`);
  return {
    ports: nodes.map(({ port }) => port),
    pids: nodes.map(({ child }) => child.pid ?? 0),
    url: `redis+cluster://${hosts.join(',')}`,
    stop: async () => {
      await Promise.all(nodes.map(({ stop }) => stop()));
    },
  };
}

/** @param {string} folder */
async function startNode(folder) {
  const { server } = privateRedis(folder);
  const busPort = await freePort();
  const command = (/** @type {number} */ port) => [...server.command(port), ...nodeOptions(busPort)];
  return { ...(await startServer({ ...server, command })), busPort };
}
