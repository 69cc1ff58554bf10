import { destination } from 'pino';

import type { Destination } from './for-people.js';

/** The size of the buffer for lines that cannot be written, in bytes. Further lines are lost. */
const MAX_QUEUED = 1_048_576;

/**
 * A destination that writes synchronously and never throws: a full disk or a closed pipe of the log fails no request
 * and ends no process. Buffered lines are written with the next line that succeeds.
 * @param fd open for writing
 */
export function nonBlocking(fd: number): Destination {
  const out = destination({ dest: fd, sync: true, maxLength: MAX_QUEUED });
  out.on('error', () => undefined);
  return out;
}
