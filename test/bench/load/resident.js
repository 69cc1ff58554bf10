import { setTimeout as delay } from 'node:timers/promises';

import { dismiss, gather } from './crowd.js';
import { memoryOf } from './server-process.js';

/** The temporary memory of a connect is no part of the result. */
const SETTLE_MS = 2_000;

/**
 * The memory of the server for each idle connection: the slope from a smaller to a larger number of connections, so
 * that the server's base memory drops out.
 * @param {import('./crowd.js').Place & { few: number, pid: number, file: string }} load `few`: the smaller number of
 *   rooms; `file`: as for `memoryOf`
 * @returns {Promise<{ perConnection: number, total: number }>} bytes; `total`: of the process with all connections
 */
export async function resident({ few, pid, file, rooms, ...place }) {
  const first = await gather({ ...place, rooms: rooms.slice(0, few) });
  await delay(SETTLE_MS);
  const { rss: before } = await memoryOf(pid, file);
  const more = await gather({ ...place, rooms: rooms.slice(few) });
  await delay(SETTLE_MS);
  const { rss: after } = await memoryOf(pid, file);
  await dismiss([...first, ...more]);
  return { perConnection: (after - before) / more.flat().length, total: after };
}
