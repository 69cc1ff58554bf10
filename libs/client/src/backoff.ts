import type { Timing } from './options.js';

/**
 * Milliseconds before the next attempt. The delay doubles with each failure up to the maximum, and half of it is
 * random, so that clients that were disconnected together do not reconnect together.
 * @param failures the number of failed attempts before this one
 */
export function backoffDelay(
  failures: number,
  { minReconnectDelay: shortestPause, maxReconnectDelay: longestPause }: Timing,
  random = Math.random,
): number {
  const longest = Math.min(longestPause, shortestPause * 2 ** Math.min(failures, 30));
  return longest / 2 + (random() * longest) / 2;
}
