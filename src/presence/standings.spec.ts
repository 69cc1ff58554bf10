import fc from 'fast-check';

import { GONE_AFTER_MS, Standings } from './standings.js';
import type { Seen } from './standings.js';

const BOB = 2;

/** A user as the tables show them. */
const seen = (status: Seen['status'], lastSeen: Date | null = null): Seen => ({ userId: BOB, status, lastSeen });

describe('how a user stands', () => {
  let standings: Standings;

  beforeEach(() => {
    standings = new Standings();
  });

  const statusAt = (now: number, status: Seen['status']): string => standings.observe(seen(status), now).status;

  it('is what is seen first', () => {
    expect(statusAt(0, 'offline')).toBe('offline');
    expect(statusAt(1, 'away')).toBe('away');
    expect(statusAt(2, 'online')).toBe('online');
  });

  it('is no other while they come back soon, however often', () => {
    for (let now = 0; now < 10 * GONE_AFTER_MS; now += GONE_AFTER_MS) {
      expect(statusAt(now, 'online')).toBe('online');
      expect(statusAt(now + 1, 'offline')).toBe('online');
      expect(statusAt(now + GONE_AFTER_MS - 1, 'offline')).toBe('online');
    }
  });

  it('is offline once they have been gone for a while', () => {
    statusAt(0, 'away');
    expect(statusAt(1_000, 'offline')).toBe('away');
    expect(statusAt(1_000 + GONE_AFTER_MS, 'offline')).toBe('offline');
    expect(statusAt(1_001 + GONE_AFTER_MS, 'online')).toBe('online');
  });

  it('is forgotten once nobody asks', () => {
    statusAt(0, 'online');
    standings.keep(new Set([BOB]));
    expect(statusAt(1, 'offline')).toBe('online');
    standings.keep(new Set());
    expect(statusAt(2, 'offline')).toBe('offline');
  });

  it('says when they were last seen, though their sessions are gone', () => {
    const [earlier, later] = [new Date(1_000), new Date(2_000)];
    standings.observe(seen('online', later), 0);
    expect(standings.observe(seen('offline', earlier), 1).lastSeen).toEqual(later);
    expect(standings.observe(seen('offline'), 2).lastSeen).toEqual(later);
  });

  it('is what the tables show, or what it was while they have been offline for a moment only', () => {
    const step = fc.record({ after: fc.nat(3_000), status: fc.constantFrom('online', 'away', 'offline') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const fresh = new Standings();
        let [now, gone, before] = [0, 0, ''];
        for (const { after, status } of steps) {
          now += after;
          if (status !== 'offline') gone = now;
          const stands = fresh.observe(seen(status), now).status;
          const isExcused = status === 'offline' && stands === before && now - gone <= GONE_AFTER_MS + 3_000;
          expect(stands === status || isExcused).toBe(true);
          before = stands;
        }
      }),
    );
  });
});
