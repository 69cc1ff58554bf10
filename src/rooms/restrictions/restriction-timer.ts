import type { TimerId } from '../../timers/timers.repository.js';

/** The kind of the timers that end restrictions. */
export const RESTRICTION_END = 'restriction_end';

/** The timer that ends the restriction of a user in a room. */
export const restrictionEnd = (roomId: string, userId: number): TimerId => ({
  kind: RESTRICTION_END,
  key: `${roomId} ${String(userId)}`,
});
