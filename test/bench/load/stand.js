import { gather } from './crowd.js';
import { beating } from './heartbeats.js';

/**
 * All members connect and stay, and send only heartbeats.
 * @param {import('./crowd.js').Place} serviceData
 * @returns {Promise<number>} the seconds until the last member was connected
 */
export async function stand(serviceData) {
  const began = performance.now();
  const crowd = (await gather(serviceData)).flat();
  const seconds = (performance.now() - began) / 1_000;
  beating(crowd);
  return seconds;
}
