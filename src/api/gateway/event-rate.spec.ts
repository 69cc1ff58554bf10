import { EventRateLimit } from './event-rate.js';

/** The user of the connection is within the limit of users. */
const noOtherConnection = (): number => 0;

describe('the event limit of a connection', () => {
  it('returns for an event over the limit when the next is allowed', () => {
    const rateLimit = new EventRateLimit({ eventsPerSecond: 50, eventsBurst: 100 }, noOtherConnection);
    const events = Array.from({ length: 101 }, () => rateLimit.check(0));
    expect(events.slice(0, 100)).toEqual(Array(100).fill(undefined));
    expect(events[100]).toEqual({ limit: 'EVENTS_PER_SECOND', retryAfter: 0.02, forTooLong: false });
    expect(rateLimit.check(20)).toBeUndefined();
  });

  it('reports a client that exceeds it by ten bursts at once', () => {
    const rateLimit = new EventRateLimit({ eventsPerSecond: 50, eventsBurst: 200 }, noOtherConnection);
    const events = Array.from({ length: 200 + 2_001 }, () => rateLimit.check(0));
    expect(events.findIndex((event) => event?.forTooLong)).toBe(200 + 2_000);
  });

  it('reports a client that sends at four times its rate, and not one at less than twice', () => {
    const secondsUntilGivenUp = (perSecond: number): number | undefined => {
      const rateLimit = new EventRateLimit({ eventsPerSecond: 50, eventsBurst: 100 }, noOtherConnection);
      for (let now = 0; now < 600_000; now += 1_000 / perSecond) {
        if (rateLimit.check(now)?.forTooLong) return Math.round(now / 1_000);
      }
      return undefined;
    };
    expect(secondsUntilGivenUp(90)).toBeUndefined();
    expect(secondsUntilGivenUp(200)).toBe(11);
  });

  it('reports the limit of the user when the connection is within its own', () => {
    const rateLimit = new EventRateLimit({ eventsPerSecond: 50, eventsBurst: 100 }, () => 250);
    expect(rateLimit.check(0)).toEqual({ limit: 'EVENTS_PER_SECOND_PER_USER', retryAfter: 0.25, forTooLong: false });
  });

  it('reports a client that exceeds the limit of its user for too long', () => {
    const rateLimit = new EventRateLimit({ eventsPerSecond: 50, eventsBurst: 2_000 }, () => 250);
    const events = Array.from({ length: 20_001 }, () => rateLimit.check(0));
    expect(events.findIndex((event) => event?.forTooLong)).toBe(20_000);
  });
});
