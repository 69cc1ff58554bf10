import { gather } from './crowd.js';
import { beating } from './heartbeats.js';

/**
 * Everybody of the rooms comes, and stays, saying nothing but their heartbeats.
 * @param {import('./crowd.js').Place} place
 * @returns {Promise<number>} the seconds until the last was there
 */
export async function stand(place) {
  const began = performance.now();
  const crowd = (await gather(place)).flat();
  const seconds = (performance.now() - began) / 1_000;
  beating(crowd);
  return seconds;
}
