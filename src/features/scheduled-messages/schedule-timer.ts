import type { TimerId } from '../../platform/timers/timers.repository.js';

/** The name of the kind of timers that send scheduled messages. */
export const SCHEDULED_MESSAGE = 'scheduled_message';

/** A scheduled message of a user. */
export interface ScheduledId {
  readonly userId: number;
  readonly id: string;
}

export const scheduleTimer = ({ userId, id }: ScheduledId): TimerId => ({
  kind: SCHEDULED_MESSAGE,
  key: `${String(userId)} ${id}`,
});

/** The message of the key of a timer. */
export function scheduledOf(key: string): ScheduledId {
  const [userId = '', id = ''] = key.split(' ');
  return { userId: Number(userId), id };
}
