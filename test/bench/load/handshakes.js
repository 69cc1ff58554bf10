import { setTimeout as delay } from 'node:timers/promises';

import { membershipsOf } from './crowd.js';
import { join } from './join.js';
import { beginWork } from './server-process.js';

/**
 * A number of users in parallel connect, receive their first frame, and disconnect, again and again.
 * @typedef {object} Visits
 * @property {number} atOnce
 * @property {number} warmUpMs
 * @property {number} ms
 * @property {import('./server-process.js').Clock[]} [clocks] of the servers
 *
 * @param {import('./crowd.js').Place & Visits} load
 * @returns {Promise<{ perSecond: number, costs: number[] }>} the connections a second, and the processor microseconds
 *   of each clock for a connection, within `ms`
 */
export async function handshakes({ wire, url, rooms, atOnce, warmUpMs, ms, clocks = [] }) {
  const memberships = membershipsOf(url, rooms);
  let [next, came, over] = [0, 0, false];
  const visits = Array.from({ length: atOnce }, async () => {
    while (!over) {
      const membership = memberships[next % memberships.length];
      next += 1;
      if (!membership) throw new Error('There is no user.');
      const member = await join(wire, membership);
      came += 1;
      await member.leave();
    }
  });
  const all = Promise.all(visits);
  const rate = async () => {
    await delay(warmUpMs);
    const costsOf = beginWork(clocks);
    const before = { at: performance.now(), came };
    await delay(ms);
    const perSecond = (came - before.came) / ((performance.now() - before.at) / 1_000);
    return { perSecond, costs: costsOf(came - before.came) };
  };
  const found = await Promise.race([rate(), all.then(() => ({ perSecond: NaN, costs: [] }))]);
  over = true;
  await all;
  return found;
}
