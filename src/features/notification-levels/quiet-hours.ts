import type { DoNotDisturb } from '@parley/protocol';

/** `HH:MM`, from 00:00 to 23:59. */
export const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** A name as of the IANA time zone database. An offset such as `+02:00` is none. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** More than there are names. Names that differ in case alone are the same zone. */
const MOST_CLOCKS = 1_000;

/**
 * Whether it is an hour of the user's quiet hours, by the clock of their time zone. A minute that this clock skips is
 * in no quiet hours, one that it repeats in both.
 */
export function isQuiet({ from, to, timezone }: DoNotDisturb, at: Date): boolean {
  const time = clockOf(timezone).format(at);
  return from < to ? time >= from && time < to : time >= from || time < to;
}

export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** @throws RangeError if there is no such time zone */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (clocks.size >= MOST_CLOCKS) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}
