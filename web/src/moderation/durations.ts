import { locale } from '../languages/translate.js';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** For example `5 minutes`, in the largest unit that has no remainder. */
export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? (['second', 1] as const);
  const format = new Intl.NumberFormat(locale.value, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(seconds / size);
}

/** The rest of a time, for example `2 days` or `1:05:09`. */
export function timeLeft(seconds: number): string {
  const DAY = 86_400;
  if (seconds >= DAY) return duration(Math.ceil(seconds / DAY) * DAY);
  const digits = (value: number, least: number): string =>
    new Intl.NumberFormat(locale.value, { minimumIntegerDigits: least, useGrouping: false }).format(value);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const front = hours > 0 ? [digits(hours, 1), digits(minutes, 2)] : [digits(minutes, 1)];
  return [...front, digits(seconds % 60, 2)].join(':');
}

/** A day and a time, for example `3 March 2026 at 14:05`. */
export const dayAndTime = (iso: string): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));
