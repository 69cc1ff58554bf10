import { isQuiet } from '../../features/notification-levels/quiet-hours.js';
import type { AwayPerson } from './away-people.repository.js';

/** Between two mails of missed messages to one user. */
const PAUSE_SECONDS = 3_600;
/** How long quiet hours are waited for at once: the user may change them meanwhile. */
const MOST_QUIET_SECONDS = 600;

/**
 * Until when a user gets no mail of missed messages: while the user is connected, or was shortly before, within an hour
 * after the last mail, and at quiet hours.
 * @param afterSeconds how long a user must be away
 * @returns undefined: a mail may be sent now
 */
export function waitsUntil(person: AwayPerson, afterSeconds: number): Date | undefined {
  const { now, isOnline, lastSeenAt, mailedAt, hours } = person;
  if (isOnline) return after(now, afterSeconds);
  const times = [
    ...(lastSeenAt ? [after(lastSeenAt, afterSeconds)] : []),
    ...(mailedAt ? [after(mailedAt, PAUSE_SECONDS)] : []),
    ...(hours && isQuiet(hours, now) ? [after(now, Math.min(afterSeconds, MOST_QUIET_SECONDS))] : []),
  ];
  const latest = times.toSorted((one, other) => other.getTime() - one.getTime())[0];
  return latest && latest > now ? latest : undefined;
}

/** @param seconds after the moment */
export const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1_000);
