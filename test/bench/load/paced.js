import { setTimeout as delay } from 'node:timers/promises';

import { contentOf, numberIn } from './content.js';
import { dismiss, gather } from './crowd.js';

const TICK_MS = 1;
const TIMEOUT_MS = 30_000;

/**
 * Messages at a constant rate, in the rooms in turn, independent of earlier messages.
 * @param {import('./crowd.js').Place & { perSecond: number, warmUpMs: number, ms: number }} load
 * @returns {Promise<number[]>} milliseconds from the scheduled time of each message until the last member has received
 *   it, which includes any delay of the sender
 */
export async function paced({ perSecond, warmUpMs, ms, ...place }) {
  const members = await gather(place);
  /** @type {number[]} */
  const due = [];
  /** @type {number[]} */
  const times = [];
  let received = 0;
  const began = performance.now();
  for (const people of members) {
    const listener = people.at(-1);
    if (!listener) continue;
    listener.received = (frame) => {
      received += 1;
      const at = due[numberIn(frame)] ?? NaN;
      if (at - began >= warmUpMs) times.push(performance.now() - at);
    };
  }
  while (performance.now() - began < warmUpMs + ms) {
    const until = (performance.now() - began) / 1_000;
    while (due.length < until * perSecond) {
      const number = due.length;
      due.push(began + (number / perSecond) * 1_000);
      members[number % members.length]?.[0]?.send(contentOf(number));
    }
    await delay(TICK_MS);
  }
  for (const deadline = Date.now() + TIMEOUT_MS; received < due.length && Date.now() < deadline;) await delay(5);
  await dismiss(members);
  if (received !== due.length) throw new Error(`Received ${String(received)} messages of ${String(due.length)}.`);
  return times;
}
