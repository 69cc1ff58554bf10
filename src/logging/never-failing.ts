import { destination } from 'pino';

import type { Destination } from './for-people.js';

/** What cannot be written waits, so far; what comes then is lost. In bytes. */
const MOST_WAITING = 1_048_576;

/**
 * Writes at once, and never throws: a log whose disk is full, or whose reader is gone, ends no request and no process.
 * What was not lost follows when there is room again, with the next line.
 * @param fd open for writing
 */
export function neverFailing(fd: number): Destination {
  const out = destination({ dest: fd, sync: true, maxLength: MOST_WAITING });
  out.on('error', () => undefined);
  return out;
}
