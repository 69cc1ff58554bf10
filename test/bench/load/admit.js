import { setTimeout as delay } from 'node:timers/promises';

import { contentOf } from './content.js';
import { membershipsOf } from './crowd.js';
import { letIn } from './let-in.js';
import { memoryOf } from './server-process.js';

/** The temporary memory of a connect is no part of the result. */
const SETTLE_MS = 2_000;
const NOWHERE = { url: '', roomId: '', token: '' };

/**
 * The members of one room connect, a number of them at once, and stay. Then the first one sends messages, one after the
 * other.
 * @param {import('./crowd.js').Place & { connections: number, atOnce: number, messages: number, pid: number,
 *   file: string }} load `connections`: shared by the members in turn; `file`: as for `memoryOf`
 * @returns {Promise<{ perSecond: number, bytes: number, lastReceivedMs: number[] }>} `bytes`: what the server keeps for
 *   each connection; `lastReceivedMs`: from sending a message until the last connection has received it
 */
export async function admit({ connections, atOnce, messages, pid, file, wire, url, rooms }) {
  const known = membershipsOf(url, rooms);
  const memberships = Array.from({ length: connections }, (_, index) => known[index % known.length] ?? NOWHERE);
  const before = used(await memoryOf(pid, file));
  const began = performance.now();
  const members = await letIn(wire, memberships, atOnce);
  const perSecond = connections / ((performance.now() - began) / 1_000);
  await delay(SETTLE_MS);
  const after = used(await memoryOf(pid, file));
  const lastReceivedMs = await receivedByAll(members, messages);
  for (const member of members) member.vanish();
  return { perSecond, bytes: (after - before) / connections, lastReceivedMs };
}

/** Without the free memory of the process, which depends on its past load. @param {NodeJS.MemoryUsage} memory */
const used = ({ heapUsed, external }) => heapUsed + external;

/** @param {import('./light-member.js').LightMember[]} members the first one sends @param {number} messages */
async function receivedByAll(members, messages) {
  /** @type {number[]} */
  const times = [];
  for (let number = 0; number < messages; number += 1) {
    let left = members.length;
    const received = new Promise((resolve) => {
      for (const member of members) {
        member.received = () => {
          left -= 1;
          if (left === 0) resolve(undefined);
        };
      }
    });
    const at = performance.now();
    members[0]?.send(contentOf(number));
    await received;
    times.push(performance.now() - at);
  }
  return times;
}
