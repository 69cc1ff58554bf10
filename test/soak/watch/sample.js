import { memoryOf } from '../../bench/load/server-process.js';
import { handlesOf } from './handles.js';

const MEBIBYTE = 2 ** 20;
const MS_PER_S = 1_000;
/** What is measured is how long a timer of so many milliseconds takes. */
const TIMER_MS = 100;

/**
 * What a node had at one moment.
 * @typedef {object} Sample
 * @property {number} minutes since the crowd was there; below 0 before
 * @property {number} heap MiB that live objects take, after garbage was collected
 * @property {number} outside MiB that buffers and the like take beside the heap
 * @property {number} resident MiB that the process has of the machine's memory, after garbage was collected
 * @property {number} handles open files, sockets and pipes, but for connections of clients and to the database
 * @property {number} clients connections to its port
 * @property {number} sockets WebSockets that the service counts as open
 * @property {number} database connections to PostgreSQL
 * @property {number} active what keeps the event loop alive, by Node's count
 * @property {number} loopDelay ms by which the event loop was late, 99 of 100 times at the most, since the last sample
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
    ...{ heap: heapUsed / MEBIBYTE, outside: external / MEBIBYTE, resident: rss / MEBIBYTE },
    ...{ handles: files, clients, database },
    sockets: metrics('parley_connections'),
    active: metrics('nodejs_active_resources_total'),
    loopDelay: Math.max(0, metrics('nodejs_eventloop_lag_p99_seconds') * MS_PER_S - TIMER_MS),
  };
}

/** @param {string} url @returns {Promise<(name: string) => number>} the value of a line, 0 where there is none */
export async function metricsOf(url) {
  // A connection that stays would be one of the handles.
  const text = await (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text();
  const lines = text.split('\n');
  return (name) => Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? 0);
}
