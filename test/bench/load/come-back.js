import { setTimeout as delay } from 'node:timers/promises';

import { contentOf, numberIn } from './content.js';
import { gather, membershipsOf } from './crowd.js';
import { letIn } from './let-in.js';
import { LightMember } from './light-member.js';

const RETRY_MS = 50;

/**
 * The members of rooms are connected, and one member of some of the rooms sends, when the server is killed. All of them
 * come back as soon as a server listens at the same address.
 * @param {import('./crowd.js').Place & { pid: number, atOnce: number, talking: number, inFlight: number, ms: number }}
 *   load `talking`: the number of rooms with a sender; `inFlight`: its messages in flight; `ms`: how long it sends
 * @returns {Promise<{ connected: number, back: number, accepted: number[] }>} seconds until all were connected, and
 *   from the kill until all were again; the numbers of the messages that the senders have received
 */
export async function comeBack({ wire, url, rooms, pid, atOnce, talking, inFlight, ms }) {
  const memberships = membershipsOf(url, rooms);
  const began = performance.now();
  await letIn(wire, memberships, atOnce);
  const connected = (performance.now() - began) / 1_000;
  /** @type {number[]} */
  const accepted = [];
  let sent = 0;
  const senders = rooms.slice(0, talking).map(({ id, tokens }) => ({ id, tokens: tokens.slice(0, 1) }));
  for (const sender of (await gather({ wire, url, rooms: senders })).flat()) {
    const send = () => {
      sent += 1;
      sender.send(contentOf(sent));
    };
    sender.received = (frame) => {
      accepted.push(numberIn(frame));
      send();
    };
    for (let count = 0; count < inFlight; count += 1) send();
  }
  await delay(ms);
  process.kill(pid, 'SIGKILL');
  const killed = performance.now();
  await letIn(wire, memberships, atOnce, joinAgain);
  return { connected, back: (performance.now() - killed) / 1_000, accepted };
}

/**
 * Tries until a server accepts the connection. @param {'parley' | 'bare'} wire @param {import('./wires.js').Place}
 * membership
 */
async function joinAgain(wire, membership) {
  for (;;) {
    try {
      return await LightMember.join(wire, membership);
    } catch {
      await delay(RETRY_MS);
    }
  }
}
