import { setTimeout as delay } from 'node:timers/promises';

import { contentOf } from './content.js';
import { dismiss, gather } from './crowd.js';
import { beginWork } from './server-process.js';

const TIMEOUT_MS = 30_000;

/**
 * The first member of each room sends as fast as possible, with a limit on its own messages in flight.
 * @typedef {object} Flow
 * @property {number} inFlight a room
 * @property {number} warmUpMs
 * @property {number} ms
 * @property {import('./server-process.js').Clock[]} [clocks] of the servers
 *
 * @typedef {object} Flooded totals, and the rates within `ms`
 * @property {number} sent
 * @property {number} received
 * @property {{ sent: number, received: number }} perSecond
 * @property {number[]} costs the processor microseconds of each clock for a message, within `ms`
 *
 * @param {import('./crowd.js').Place & Flow} load
 * @returns {Promise<Flooded>}
 * @throws {Error} if a member has not received every message
 */
export async function flood({ inFlight, warmUpMs, ms, clocks = [], ...place }) {
  const members = await gather(place);
  const sizes = members.map(({ length }) => length);
  let [sent, received, done, expected] = [0, 0, 0, 0];
  let over = false;
  for (const [room, people] of members.entries()) {
    const [sender] = people;
    const send = () => {
      sent += 1;
      expected += sizes[room] ?? 0;
      sender?.send(contentOf(sent));
    };
    for (const person of people) person.received = () => void (received += 1);
    if (!sender) continue;
    sender.received = () => {
      received += 1;
      done += 1;
      if (!over) send();
    };
    for (let count = 0; count < inFlight; count += 1) send();
  }
  await delay(warmUpMs);
  const costsOf = beginWork(clocks);
  const before = { at: performance.now(), done, received };
  await delay(ms);
  const seconds = (performance.now() - before.at) / 1_000;
  const perSecond = { sent: (done - before.done) / seconds, received: (received - before.received) / seconds };
  const costs = costsOf(done - before.done);
  over = true;
  for (const deadline = Date.now() + TIMEOUT_MS; received < expected && Date.now() < deadline;) await delay(5);
  await dismiss(members);
  if (received !== expected) throw new Error(`Received ${String(received)} messages of ${String(expected)}.`);
  return { sent, received, perSecond, costs };
}
