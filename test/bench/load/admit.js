import { setTimeout as delay } from 'node:timers/promises';

import { contentOf } from './content.js';
import { membershipsOf } from './crowd.js';
import { LightMember } from './light-member.js';
import { memoryOf } from './server-process.js';

/** The temporary memory of a connect is no part of the result. */
const SETTLE_MS = 2_000;

/**
 * The members of one room connect, a number of them at once, and stay. Then the first one sends messages, one after the
 * other.
 * @param {import('./crowd.js').Place & { connections: number, atOnce: number, messages: number, pid: number,
 *   file: string }} load `connections`: shared by the members in turn; `file`: as for `memoryOf`
 * @returns {Promise<{ perSecond: number, bytes: number, lastHeardMs: number[] }>} `bytes`: what the server keeps for
 *   each connection; `lastHeardMs`: from sending a message until the last connection has received it
 */
export async function admit({ connections, atOnce, messages, pid, file, wire, url, rooms }) {
  if (wire !== 'parley' && wire !== 'bare') throw new Error(`${wire} has no first frame.`);
  const memberships = membershipsOf(url, rooms);
  const before = used(await memoryOf(pid, file));
  /** @type {LightMember[]} */
  const members = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < connections) {
        const index = next;
        next += 1;
        const membership = memberships[index % memberships.length];
        if (!membership) throw new Error('There is no member.');
        members[index] = await LightMember.join(wire, membership);
      }
    }),
  );
  const perSecond = connections / ((performance.now() - began) / 1_000);
  await delay(SETTLE_MS);
  const after = used(await memoryOf(pid, file));
  const lastHeardMs = await heardByAll(members, messages);
  for (const member of members) member.vanish();
  return { perSecond, bytes: (after - before) / connections, lastHeardMs };
}

/** Without the free memory of the process, which depends on its past load. @param {NodeJS.MemoryUsage} memory */
const used = ({ heapUsed, external }) => heapUsed + external;

/** @param {LightMember[]} members the first one sends @param {number} messages */
async function heardByAll(members, messages) {
  /** @type {number[]} */
  const times = [];
  for (let number = 0; number < messages; number += 1) {
    let left = members.length;
    const heard = new Promise((resolve) => {
      for (const member of members) {
        member.received = () => {
          left -= 1;
          if (left === 0) resolve(undefined);
        };
      }
    });
    const at = performance.now();
    members[0]?.send(contentOf(number));
    await heard;
    times.push(performance.now() - at);
  }
  return times;
}
