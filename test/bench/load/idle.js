import { setTimeout as delay } from 'node:timers/promises';

import { dismiss, gather } from './crowd.js';
import { beating } from './heartbeats.js';
import { percentOf } from './server-process.js';

/** The time until the work after the connects is complete: sessions are written, and code is optimized. */
const SETTLE_MS = 10_000;

/**
 * All members are connected and send only heartbeats, evenly spread.
 * @param {import('./crowd.js').Place & { pid: number, ms: number }} load
 * @returns {Promise<number>} what the server uses of a core during `ms`, in percent
 */
export async function idle({ pid, ms, ...place }) {
  const members = await gather(place);
  const heartbeats = beating(members.flat());
  await delay(SETTLE_MS);
  const [percent = NaN] = await percentOf([{ pid }], ms);
  clearInterval(heartbeats);
  await dismiss(members);
  return percent;
}
