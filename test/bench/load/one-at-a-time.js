import { contentOf } from './content.js';
import { dismiss, gather } from './crowd.js';

/**
 * The first member sends a message, the last one receives it, and then the first one sends the next.
 * @param {import('./crowd.js').Place & { warmUp: number, count: number }} load `warmUp`: unmeasured messages; `count`:
 *   measured ones
 * @returns {Promise<number[]>} milliseconds from sending to receiving, in order
 */
export async function oneAtATime({ warmUp, count, ...place }) {
  const members = await gather(place);
  const [sender, listener] = [members[0]?.at(0), members[0]?.at(-1)];
  if (!sender || !listener) throw new Error('Two members are needed.');
  /** @type {number[]} */
  const times = [];
  for (let number = 0; number < warmUp + count; number += 1) {
    const received = new Promise((resolve) => {
      listener.received = resolve;
    });
    const at = performance.now();
    sender.send(contentOf(number));
    await received;
    if (number >= warmUp) times.push(performance.now() - at);
  }
  await dismiss(members);
  return times;
}
