import { gather } from './crowd.js';
import { beating } from './heartbeats.js';

/**
 * All members connect and stay, and send only heartbeats.
 * @param {import('./crowd.js').Place} load
 * @returns {Promise<number>} the seconds until the last member was connected
 */
export async function stand(load) {
  const began = performance.now();
  const crowd = (await gather(load)).flat();
  const seconds = (performance.now() - began) / 1_000;
  beating(crowd);
  return seconds;
}
