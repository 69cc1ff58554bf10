import { TokenBucket } from '../platform/http/rate-limits.js';

interface RateLimits {
  readonly eventsPerSecond: number;
  readonly eventsBurst: number;
}

/** An event that exceeded the limit. */
export interface TooFast {
  /** Seconds until the next event is allowed. */
  readonly retryAfter: number;
  /** Whether the client has exceeded the limit for too long. */
  readonly forTooLong: boolean;
}

/** The tolerance for refused events before the connection is closed: in bursts, and the minimum in events. */
const TOLERANCE_BURSTS = 10;
const MIN_TOLERANCE = 1_000;

/**
 * The event limit of one connection. Events over the limit are refused. Each refusal uses up a tolerance of ten bursts
 * (at least 1,000 events), which refills at the rate of the limit. A client that uses it up ignores the refusals.
 */
export class EventRateLimit {
  private readonly events: TokenBucket;
  /** Created by the first refusal, which most connections never have. */
  private tolerance: TokenBucket | undefined;

  constructor(private readonly limits: RateLimits) {
    this.events = new TokenBucket({ burst: limits.eventsBurst, perSecond: limits.eventsPerSecond });
  }

  /** Counts an event on arrival. @returns undefined if it is within the limit */
  check(now = performance.now()): TooFast | undefined {
    const wait = this.events.take(now);
    if (wait === 0) return undefined;
    this.tolerance ??= toleranceFor(this.limits);
    return { retryAfter: wait / 1_000, forTooLong: this.tolerance.take(now) > 0 };
  }
}

const toleranceFor = ({ eventsPerSecond, eventsBurst }: RateLimits): TokenBucket =>
  new TokenBucket({
    burst: Math.max(TOLERANCE_BURSTS * eventsBurst, MIN_TOLERANCE),
    perSecond: eventsPerSecond,
  });
