import { clockTime, dayName, fullDay, isSameDay, shortTime, timeAgo } from './times.js';

/** A Tuesday. */
const now = new Date(2026, 2, 3, 12, 0);
const iso = (...parts: [number, number, number, number?, number?]): string => new Date(...parts).toISOString();

it.each([
  [iso(2026, 2, 3, 0, 1), 'Today'],
  [iso(2026, 2, 2, 23, 59), 'Yesterday'],
  [iso(2026, 1, 26), 'Thursday'],
  [iso(2026, 0, 3), '3 January'],
  [iso(2025, 11, 31), '31 December 2025'],
])('the day of %s is shown as %s', (time, name) => expect(dayName(time, now, 'en-GB')).toBe(name));

it('formats times in the given locale', () => {
  expect(dayName(iso(2026, 2, 2), now, 'de')).toBe('Gestern');
  expect(fullDay(iso(2026, 2, 2), 'de')).toBe('2. März 2026');
  expect(shortTime(iso(2026, 2, 3, 9, 5), now, 'en-GB')).toBe('09:05');
  expect(shortTime(iso(2026, 1, 28), now, 'fr')).toBe('sam.');
});

it.each([
  ['en-US', /^9:05\sAM$/],
  ['en-GB', /^09:05$/],
  ['de', /^09:05$/],
  ['es', /^9:05$/],
  ['ja', /^9:05$/],
  ['ar', /^9:05\sص$/],
])('the clock of %s is written as its readers write it', (locale, written) => {
  expect(clockTime(iso(2026, 2, 3, 9, 5), locale)).toMatch(written);
});

it('formats the time since an event', () => {
  expect(timeAgo(iso(2026, 2, 3, 11, 55), now, 'en')).toBe('5 minutes ago');
  expect(timeAgo(iso(2026, 2, 3, 9, 0), now, 'en')).toBe('3 hours ago');
  expect(timeAgo(iso(2026, 2, 2, 9, 0), now, 'en')).toBe('yesterday');
  expect(timeAgo(iso(2026, 2, 3, 12, 1), now, 'en')).toBe('this minute');
});

it('a day starts at local midnight', () => {
  expect(isSameDay(iso(2026, 2, 3, 0, 0), iso(2026, 2, 3, 23, 59))).toBe(true);
  expect(isSameDay(iso(2026, 2, 2, 23, 59), iso(2026, 2, 3, 0, 0))).toBe(false);
});

it('times are those of the time zone that the device has now', () => {
  const noon = '2026-03-03T12:00:00Z';
  try {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(clockTime(noon, 'en-GB')).toBe('21:00');
    vi.stubEnv('TZ', 'America/New_York');
    expect(clockTime(noon, 'en-GB')).toBe('07:00');
  } finally {
    vi.unstubAllEnvs();
  }
});
