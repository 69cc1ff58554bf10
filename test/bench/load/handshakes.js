import { setTimeout as delay } from 'node:timers/promises';

import { membershipsOf } from './crowd.js';
import { join } from './join.js';

/**
 * A number of users in parallel connect, receive their first frame, and disconnect, again and again.
 * @param {import('./crowd.js').Place & { atOnce: number, warmUpMs: number, ms: number }} load
 * @returns {Promise<number>} the connections a second, within `ms`
 */
export async function handshakes({ wire, url, rooms, atOnce, warmUpMs, ms }) {
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
    const before = { at: performance.now(), came };
    await delay(ms);
    return (came - before.came) / ((performance.now() - before.at) / 1_000);
  };
  const perSecond = await Promise.race([rate(), all.then(() => NaN)]);
  over = true;
  await all;
  return perSecond;
}
