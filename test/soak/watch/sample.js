import { memoryOf } from '../../bench/load/server-process.js';
import { handlesOf } from './handles.js';

const MEBIBYTE = 2 ** 20;
const MS_PER_S = 1_000;
/** The event loop's delay is measured with a timer of this many milliseconds. */
const TIMER_MS = 100;

/**
 * The resources of a node at one moment.
 * @typedef {object} Sample
 * @property {number} minutes since all clients connected; negative before
 * @property {number} heap MiB of live objects after a garbage collection
 * @property {number} outside MiB of buffers and other memory outside the heap
 * @property {number} resident MiB of resident memory after a garbage collection
 * @property {number} handles open files, sockets and pipes, except connections of clients and to the database
 * @property {number} clients connections to its port
 * @property {number} sockets WebSockets that the service counts as open
 * @property {number} database connections to PostgreSQL
 * @property {number} active active resources of the event loop, by Node's count
 * @property {number} loopDelay the 99th percentile of the event loop's delay since the last sample, in ms
 */

/**
 * @param {import('../deployment.js').WatchedNode} node
 * @param {number} databasePort
 * @param {number} minutes
 * @returns {Promise<Sample>}
 */
export async function sampleOf({ url, pid, file }, databasePort, minutes) {
  const metrics = await metricsOf(url);
  const { heapUsed, external, rss } = await memoryOf(pid, file);
  const { files, clients, database } = handlesOf(pid, { port: Number(new URL(url).port), databasePort });
  return {
    minutes,
    heap: heapUsed / MEBIBYTE,
    outside: external / MEBIBYTE,
    resident: rss / MEBIBYTE,
    handles: files,
    clients,
    database,
    sockets: metrics('parley_connections'),
    active: metrics('nodejs_active_resources'),
    loopDelay: Math.max(0, metrics('nodejs_eventloop_lag_p99_seconds') * MS_PER_S - TIMER_MS),
  };
}

/**
 * @param {string} url @returns {Promise<(name: string) => number>} the sum of the lines of a metric, 0 if there is none
 */
export async function metricsOf(url) {
  // A connection that is kept alive would count as a handle.
  const text = await (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text();
  const lines = text.split('\n');
  return (name) =>
    lines
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
