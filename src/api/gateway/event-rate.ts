import { TokenBucket } from '../../platform/http/rate-limits.js';
import type { EventLimit } from '../../platform/metrics/limit-metrics.js';

interface RateLimits {
  readonly eventsPerSecond: number;
  readonly eventsBurst: number;
}

/** An event that exceeded the limit. */
export interface TooFast {
  readonly limit: EventLimit;
  /** Seconds until the next event is allowed. */
  readonly retryAfter: number;
  /** Whether the client has exceeded the limit for too long. */
  readonly forTooLong: boolean;
}

/** The tolerance for refused events before the connection is closed: in bursts, and the minimum in events. */
const TOLERANCE_BURSTS = 10;
const MIN_TOLERANCE = 1_000;

/** Counts a frame of the user of a connection. Returns the milliseconds until the next is allowed; 0: this one is. */
type CountByUser = (now: number) => number;

/**
 * The event limits of one connection and its user. Events over a limit are refused. Each refusal uses up a tolerance
 * of ten bursts (at least 1,000 events), which refills at the rate of the limit. A client that uses it up ignores the
 * refusals.
 */
export class EventRateLimit {
  private readonly events: TokenBucket;
  /** Created by the first refusal, which most connections never have. */
  private tolerance: TokenBucket | undefined;

  constructor(
    private readonly limits: RateLimits,
    private readonly countByUser: CountByUser,
  ) {
    this.events = new TokenBucket({ burst: limits.eventsBurst, perSecond: limits.eventsPerSecond });
  }

  /** Counts an event on arrival. @returns undefined if it is within the limits */
  check(now = performance.now()): TooFast | undefined {
    const wait = this.events.take(now);
    if (wait > 0) return this.tooFast('EVENTS_PER_SECOND', wait, now);
    const waitOfUser = this.countByUser(now);
    return waitOfUser > 0 ? this.tooFast('EVENTS_PER_SECOND_PER_USER', waitOfUser, now) : undefined;
  }

  private tooFast(limit: EventLimit, wait: number, now: number): TooFast {
    this.tolerance ??= toleranceFor(this.limits);
    return { limit, retryAfter: wait / 1_000, forTooLong: this.tolerance.take(now) > 0 };
  }
}

const toleranceFor = ({ eventsPerSecond, eventsBurst }: RateLimits): TokenBucket =>
  new TokenBucket({
    burst: Math.max(TOLERANCE_BURSTS * eventsBurst, MIN_TOLERANCE),
    perSecond: eventsPerSecond,
  });
