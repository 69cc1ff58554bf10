import fc from 'fast-check';

import { isQuiet, isTimeZone } from './quiet-hours.js';

const PARIS = 'Europe/Paris';

/** Whether it is quiet at each of these moments. */
const quietAt = (from: string, to: string, timezone: string, ...moments: string[]): boolean[] =>
  moments.map((moment) => isQuiet({ from, to, timezone }, new Date(moment)));

describe('quiet hours', () => {
  it('begin with their first minute, and end before the minute of their end', () => {
    const moments = ['11:59:59.999', '12:00:00.000', '12:59:59.999', '13:00:00.000'].map((at) => `2026-01-15T${at}Z`);
    expect(quietAt('12:00', '13:00', 'UTC', ...moments)).toEqual([false, true, true, false]);
    expect(quietAt('13:00', '12:00', 'UTC', ...moments)).toEqual([true, false, false, true]);
  });

  it('last over midnight, by the clock of their time zone', () => {
    const moments = ['20:59', '21:00', '23:30', '05:59', '06:00'].map((at) => `2026-01-15T${at}:00Z`);
    expect(quietAt('22:00', '07:00', PARIS, ...moments)).toEqual([false, true, true, true, false]);
  });

  it('have no hour that the clock skips, and twice the one that it repeats', () => {
    // At 01:00 UTC the clock goes from 02:00 to 03:00.
    const spring = ['00:59', '01:00', '01:59'].map((at) => `2026-03-29T${at}:00Z`);
    expect(quietAt('02:00', '03:00', PARIS, ...spring)).toEqual([false, false, false]);
    expect(quietAt('01:00', '02:30', PARIS, ...spring)).toEqual([true, false, false]);
    // At 01:00 UTC the clock goes from 03:00 back to 02:00.
    const autumn = ['2026-10-24T23:59', '2026-10-25T00:00', '2026-10-25T00:59', '2026-10-25T01:00', '2026-10-25T01:59'];
    const moments = [...autumn, '2026-10-25T02:00'].map((at) => `${at}:00Z`);
    expect(quietAt('02:00', '03:00', PARIS, ...moments)).toEqual([false, true, true, true, true, false]);
  });

  it('follow the offsets of a zone without summer time, and of one with a part of an hour', () => {
    expect(quietAt('05:30', '05:31', 'Asia/Kolkata', '2026-07-01T00:00:00Z', '2026-07-01T00:01:00Z')).toEqual([
      true,
      false,
    ]);
    expect(quietAt('05:45', '05:46', 'Asia/Kathmandu', '2026-01-01T00:00:00Z')).toEqual([true]);
  });

  it('of a day are as many minutes as lie between their ends', () => {
    const minute = fc.nat({ max: 24 * 60 - 1 });
    const time = (at: number): string =>
      [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':');
    fc.assert(
      fc.property(minute, minute, minute, (from, to, at) => {
        fc.pre(from !== to);
        const moment = new Date(Date.UTC(2026, 5, 1) + at * 60_000);
        const isWithin = (at - from + 1_440) % 1_440 < (to - from + 1_440) % 1_440;
        expect(isQuiet({ from: time(from), to: time(to), timezone: 'UTC' }, moment)).toBe(isWithin);
      }),
    );
  });
});

describe('the name of a time zone', () => {
  it.each(['UTC', PARIS, 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])('may be %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each([
    '',
    ' UTC',
    'Nowhere/Land',
    '+02:00',
    '-01',
    'Europe/',
    '/Paris',
    "UTC'; DROP TABLE users",
    'UTC\u0000',
    'a/'.repeat(31),
  ])('may not be %j', (name) => expect(isTimeZone(name)).toBe(false));
});
