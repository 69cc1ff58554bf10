import fc from 'fast-check';

import { GONE_AFTER_MS, PresenceStates } from './presence-state.js';
import type { Seen } from './presence-state.js';

const BOB = 2;

/** The presence of a user in the tables. */
const seen = (status: Seen['status'], lastSeen: Date | null = null): Seen => ({ userId: BOB, status, lastSeen });

describe('the presence of a user', () => {
  let states: PresenceStates;

  beforeEach(() => {
    states = new PresenceStates();
  });

  const statusAt = (now: number, status: Seen['status']): string => states.observe(seen(status), now).status;

  it('changes at once when the user connects or becomes active', () => {
    expect(statusAt(0, 'offline')).toBe('offline');
    expect(statusAt(1, 'away')).toBe('away');
    expect(statusAt(2, 'online')).toBe('online');
  });

  it('does not change during short disconnects, however frequent', () => {
    for (let now = 0; now < 10 * GONE_AFTER_MS; now += GONE_AFTER_MS) {
      expect(statusAt(now, 'online')).toBe('online');
      expect(statusAt(now + 1, 'offline')).toBe('online');
      expect(statusAt(now + GONE_AFTER_MS - 1, 'offline')).toBe('online');
    }
  });

  it('is offline after a disconnect of 7 seconds', () => {
    statusAt(0, 'away');
    expect(statusAt(1_000, 'offline')).toBe('away');
    expect(statusAt(1_000 + GONE_AFTER_MS, 'offline')).toBe('offline');
    expect(statusAt(1_001 + GONE_AFTER_MS, 'online')).toBe('online');
  });

  it('is dropped when the user is no longer watched', () => {
    statusAt(0, 'online');
    states.keep(new Set([BOB]));
    expect(statusAt(1, 'offline')).toBe('online');
    states.keep(new Set());
    expect(statusAt(2, 'offline')).toBe('offline');
  });

  it('keeps the time at which the user was last seen after the sessions are deleted', () => {
    const [earlier, later] = [new Date(1_000), new Date(2_000)];
    states.observe(seen('online', later), 0);
    expect(states.observe(seen('offline', earlier), 1).lastSeen).toEqual(later);
    expect(states.observe(seen('offline'), 2).lastSeen).toEqual(later);
  });

  it('is that of the tables, or the previous one during a short disconnect', () => {
    const step = fc.record({ after: fc.nat(3_000), status: fc.constantFrom('online', 'away', 'offline') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const fresh = new PresenceStates();
        let [now, gone, before] = [0, 0, ''];
        for (const { after, status } of steps) {
          now += after;
          if (status !== 'offline') gone = now;
          const stands = fresh.observe(seen(status), now).status;
          const isTolerated = status === 'offline' && stands === before && now - gone <= GONE_AFTER_MS + 3_000;
          expect(stands === status || isTolerated).toBe(true);
          before = stands;
        }
      }),
    );
  });
});
