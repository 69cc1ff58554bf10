import type { TimerId } from '../../timers/timers.repository.js';

/** The kind of the timers that end polls. */
export const POLL_END = 'poll_end';

/** The timer that ends the poll of a message. */
export const pollEnd = (roomId: string, messageId: string): TimerId => ({
  kind: POLL_END,
  key: `${roomId} ${messageId}`,
});
