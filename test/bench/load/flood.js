import { setTimeout as delay } from 'node:timers/promises';

import { contentOf } from './content.js';
import { dismiss, gather } from './crowd.js';

const PATIENCE_MS = 30_000;

/**
 * The first member of each room sends as fast as possible, with a limit on its own messages in flight.
 * @param {import('./crowd.js').Place & { inFlight: number, warmUpMs: number, ms: number }} load `inFlight` a room
 * @returns {Promise<{ sent: number, heard: number, perSecond: { sent: number, heard: number } }>} totals, and the rates
 *   within `ms`
 * @throws {Error} if a member has not received every message
 */
export async function flood({ inFlight, warmUpMs, ms, ...place }) {
  const members = await gather(place);
  const sizes = members.map(({ length }) => length);
  let [sent, heard, done, expected] = [0, 0, 0, 0];
  let over = false;
  for (const [room, people] of members.entries()) {
    const [sender] = people;
    const say = () => {
      sent += 1;
      expected += sizes[room] ?? 0;
      sender?.say(contentOf(sent));
    };
    for (const person of people) person.heard = () => void (heard += 1);
    if (!sender) continue;
    sender.heard = () => {
      heard += 1;
      done += 1;
      if (!over) say();
    };
    for (let count = 0; count < inFlight; count += 1) say();
  }
  await delay(warmUpMs);
  const before = { at: performance.now(), done, heard };
  await delay(ms);
  const seconds = (performance.now() - before.at) / 1_000;
  const perSecond = { sent: (done - before.done) / seconds, heard: (heard - before.heard) / seconds };
  over = true;
  for (const deadline = Date.now() + PATIENCE_MS; heard < expected && Date.now() < deadline;) await delay(5);
  await dismiss(members);
  if (heard !== expected) throw new Error(`Heard ${String(heard)} messages of ${String(expected)}.`);
  return { sent, heard, perSecond };
}
