import { locale as pageLocale } from '../languages/translate.js';

const DAY_MS = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** As `toLocaleString`, which makes a formatter for each call: that takes longer than the rest of a message. */
function formatted(time: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  // A formatter keeps the time zone that the device had.
  const key = `${locale} ${JSON.stringify(options)} ${String(new Date().getTimezoneOffset())}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, formatter);
  return formatter.format(time);
}

const startOfDay = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();

/** The number of midnights between two times. */
const daysBetween = (then: Date, now: Date): number => Math.round((startOfDay(now) - startOfDay(then)) / DAY_MS);

export const isSameDay = (one: string, other: string): boolean =>
  startOfDay(new Date(one)) === startOfDay(new Date(other));

/** For example `14:05` or `2:05 PM`, in the format of the locale of the page. */
export const clockTime = (iso: string, locale: string = pageLocale.value): string =>
  formatted(new Date(iso), locale, { timeStyle: 'short' });

/** For example `Today`, `Yesterday`, `Monday`, `3 March`, `3 March 2024`. */
export function dayName(iso: string, now: Date, locale: string = pageLocale.value): string {
  const then = new Date(iso);
  const days = daysBetween(then, now);
  if (days === 0 || days === 1) {
    const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day');
    return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);
  }
  if (days > 1 && days < 7) return formatted(then, locale, { weekday: 'long' });
  const year = then.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  return formatted(then, locale, { day: 'numeric', month: 'long', ...year });
}

/** For example `3 March 2026`. */
export const fullDay = (iso: string, locale: string = pageLocale.value): string =>
  formatted(new Date(iso), locale, { dateStyle: 'long' });

/** For example `3 Mar 2026`. */
export const briefDay = (iso: string, locale: string = pageLocale.value): string =>
  formatted(new Date(iso), locale, { dateStyle: 'medium' });

/** A short form for lists: the time for today, else the day. */
export function shortTime(iso: string, now: Date, locale: string = pageLocale.value): string {
  const then = new Date(iso);
  const days = daysBetween(then, now);
  if (days <= 0) return clockTime(iso, locale);
  if (days < 7) return formatted(then, locale, { weekday: 'short' });
  const year = then.getFullYear() === now.getFullYear() ? {} : { year: '2-digit' as const };
  return formatted(then, locale, { day: 'numeric', month: 'numeric', ...year });
}

/** For example `5 minutes ago`. */
export function timeAgo(iso: string, now: Date, locale: string = pageLocale.value): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 60_000));
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (minutes < 60) return format.format(-minutes, 'minute');
  if (minutes < 24 * 60) return format.format(-Math.floor(minutes / 60), 'hour');
  return format.format(-daysBetween(new Date(iso), now), 'day');
}

/** The full date and time, for tooltips. */
export const fullTime = (iso: string, locale: string = pageLocale.value): string =>
  formatted(new Date(iso), locale, { dateStyle: 'full', timeStyle: 'short' });

/** The day of a time in the time zone of the user, as the value of a date field. */
export const dateInput = (time: Date): string =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
