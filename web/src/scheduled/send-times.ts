import { clockTime } from '../design/times.js';
import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';

/** A time at which a message may be sent, with its name. */
export interface SendTime {
  readonly label: string;
  readonly time: Date;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MORNING_HOUR = 9;
const EVENING_HOUR = 18;
/** The day of `Date.getDay`. */
const MONDAY = 1;

/** The times that are offered, by the clock of the user, the earliest first. */
export function sendTimes(now: Date, locale?: string): readonly SendTime[] {
  const inDays = (days: number, hour: number): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const named = (label: TextKey, time: Date): SendTime => ({
    label: t(label, { time: clockTime(time.toISOString(), locale) }),
    time,
  });
  const inAnHour = new Date(now.getTime() + HOUR_MS);
  const evening = inDays(0, EVENING_HOUR);
  const daysToMonday = (MONDAY + 7 - now.getDay()) % 7 || 7;
  return [
    { label: t('scheduled.inAnHour'), time: inAnHour },
    ...(evening > inAnHour ? [named('scheduled.thisEvening', evening)] : []),
    named('scheduled.tomorrowMorning', inDays(1, MORNING_HOUR)),
    ...(daysToMonday === 1 ? [] : [named('scheduled.mondayMorning', inDays(daysToMonday, MORNING_HOUR))]),
  ];
}

/** Why a message cannot be sent at this time; undefined: it can be. @param time null: none is chosen */
export function timeError(time: Date | null, now: Date): string | undefined {
  if (time === null) return t('scheduled.chooseTime');
  if (time.getTime() < now.getTime() + MINUTE_MS) return t('scheduled.chooseLaterTime');
  const latest = new Date(now);
  latest.setFullYear(now.getFullYear() + 1);
  return time > latest ? t('scheduled.chooseEarlierTime') : undefined;
}

/** The value of a `datetime-local` field, by the clock of the user. */
export function fieldValue(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

/** The inverse of {@link fieldValue}; null: the field is empty or incomplete. */
export function fieldTime(value: string): Date | null {
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time;
}
