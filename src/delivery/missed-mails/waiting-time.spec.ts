import fc from 'fast-check';

import type { AwayPerson } from './away-people.repository.js';
import { waitsUntil } from './waiting-time.js';

const NOW = new Date('2026-01-15T12:00:00Z');
const AFTER = 900;

const away = (state: Partial<AwayPerson>): AwayPerson => ({
  notices: 'mentions',
  level: null,
  hours: null,
  separated: [],
  isOnline: false,
  lastSeenAt: null,
  mailedAt: null,
  now: NOW,
  ...state,
});
const before = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000);
/** Seconds from now; undefined: a mail may be sent. */
const waits = (state: Partial<AwayPerson>, afterSeconds = AFTER): number | undefined => {
  const until = waitsUntil(away(state), afterSeconds);
  return until && (until.getTime() - NOW.getTime()) / 1_000;
};

describe('a mail of missed messages', () => {
  it('waits for nothing if the user is away for long enough', () => {
    expect(waits({})).toBeUndefined();
    expect(waits({ lastSeenAt: before(AFTER), mailedAt: before(3_600) })).toBeUndefined();
  });

  it('waits while the user is connected, and some time after', () => {
    expect(waits({ isOnline: true })).toBe(AFTER);
    expect(waits({ lastSeenAt: before(100) })).toBe(AFTER - 100);
  });

  it('waits for the end of an hour after the last one', () => {
    expect(waits({ mailedAt: before(600) })).toBe(3_000);
    expect(waits({ mailedAt: before(600), lastSeenAt: before(1) })).toBe(3_000);
  });

  it('waits at quiet hours, which the user may end', () => {
    const hours = { from: '11:00', to: '13:00', timezone: 'UTC' };
    expect(waits({ hours })).toBe(600);
    expect(waits({ hours }, 5)).toBe(5);
    expect(waits({ hours: { ...hours, to: '12:00' } })).toBeUndefined();
  });

  it('never waits for a time that is over', () => {
    const ago = fc.option(fc.integer({ min: 0, max: 10_000 }));
    fc.assert(
      fc.property(ago, ago, fc.boolean(), fc.integer({ min: 1, max: 10_000 }), (seen, mailed, isOnline, seconds) => {
        const state = {
          isOnline,
          lastSeenAt: seen === null ? null : before(seen),
          mailedAt: mailed === null ? null : before(mailed),
        };
        const waiting = waits(state, seconds);
        const isFree = !isOnline && (seen ?? Infinity) >= seconds && (mailed ?? Infinity) >= 3_600;
        expect(waiting === undefined).toBe(isFree);
        expect(waiting ?? 1).toBeGreaterThan(0);
      }),
    );
  });
});
