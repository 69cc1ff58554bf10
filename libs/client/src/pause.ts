import type { Timing } from './options.js';

/**
 * Milliseconds before the next attempt: twice as long each time, up to the longest, and any half of that by chance, so
 * that those who were cut off together do not come back together.
 * @param failures before it, from 0 on
 */
export function pauseAfter(failures: number, { shortestPause, longestPause }: Timing, random = Math.random): number {
  const most = Math.min(longestPause, shortestPause * 2 ** Math.min(failures, 30));
  return most / 2 + (random() * most) / 2;
}
