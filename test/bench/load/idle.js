import { setTimeout as delay } from 'node:timers/promises';

import { dismiss, gather } from './crowd.js';
import { beating } from './heartbeats.js';
import { processorSeconds } from './server-process.js';

/** Until what follows the arrivals is done: sessions are written, and what was compiled in a hurry is compiled again. */
const SETTLE_MS = 10_000;

/**
 * Everybody of the rooms is there, and says nothing but the heartbeats that the first frame asks for, evenly spread.
 * @param {import('./crowd.js').Place & { pid: number, ms: number, windows: number }} load
 * @returns {Promise<number[]>} the share of a processor that the server used, window by window of `ms`
 */
export async function idle({ pid, ms, windows, ...place }) {
  const members = await gather(place);
  const heartbeats = beating(members.flat());
  await delay(SETTLE_MS);
  /** @type {number[]} */
  const shares = [];
  for (let window = 0; window < windows; window += 1) {
    const [at, used] = [performance.now(), processorSeconds(pid)];
    await delay(ms);
    shares.push((processorSeconds(pid) - used) / ((performance.now() - at) / 1_000));
  }
  clearInterval(heartbeats);
  await dismiss(members);
  return shares;
}
