import { EventPace } from './event-pace.js';

describe('the event limit of a connection', () => {
  it('returns for an event over the limit when the next is allowed', () => {
    const pace = new EventPace({ eventsPerSecond: 50, eventsBurst: 100 });
    const arrivals = Array.from({ length: 101 }, () => pace.arrival(0));
    expect(arrivals.slice(0, 100)).toEqual(Array(100).fill(undefined));
    expect(arrivals[100]).toEqual({ retryAfter: 0.02, forTooLong: false });
    expect(pace.arrival(20)).toBeUndefined();
  });

  it('reports a client that exceeds it by ten bursts at once', () => {
    const pace = new EventPace({ eventsPerSecond: 50, eventsBurst: 200 });
    const arrivals = Array.from({ length: 200 + 2_001 }, () => pace.arrival(0));
    expect(arrivals.findIndex((arrival) => arrival?.forTooLong)).toBe(200 + 2_000);
  });

  it('reports a client that sends at four times its rate, and not one at less than twice', () => {
    const secondsUntilGivenUp = (perSecond: number): number | undefined => {
      const pace = new EventPace({ eventsPerSecond: 50, eventsBurst: 100 });
      for (let now = 0; now < 600_000; now += 1_000 / perSecond) {
        if (pace.arrival(now)?.forTooLong) return Math.round(now / 1_000);
      }
      return undefined;
    };
    expect(secondsUntilGivenUp(90)).toBeUndefined();
    expect(secondsUntilGivenUp(200)).toBe(11);
  });
});
