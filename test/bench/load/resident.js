import { setTimeout as delay } from 'node:timers/promises';

import { dismiss, gather } from './crowd.js';
import { memoryOf } from './server-process.js';

/** What an arrival leaves behind for a moment is no part of what a connection takes. */
const SETTLE_MS = 2_000;

/**
 * What each connection of a crowd that says nothing takes of the server's memory: the slope from a smaller crowd to all
 * of it, so that what the server takes by itself drops out.
 * @param {import('./crowd.js').Place & { few: number, pid: number, file: string }} load `few`: rooms of the smaller
 *   crowd; `file`: as in `memoryOf`
 * @returns {Promise<number>} bytes
 */
export async function resident({ few, pid, file, rooms, ...place }) {
  const first = await gather({ ...place, rooms: rooms.slice(0, few) });
  await delay(SETTLE_MS);
  const { rss: before } = await memoryOf(pid, file);
  const more = await gather({ ...place, rooms: rooms.slice(few) });
  await delay(SETTLE_MS);
  const { rss: after } = await memoryOf(pid, file);
  await dismiss([...first, ...more]);
  return (after - before) / more.flat().length;
}
