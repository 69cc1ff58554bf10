import { TokenBucket } from '../http/index.js';

interface PaceLimits {
  readonly eventsPerSecond: number;
  readonly eventsBurst: number;
}

/** An event that came too soon. */
export interface TooFast {
  /** Seconds until the next may come. */
  readonly retryAfter: number;
  /** Whether the client shows no sign of slowing down. */
  readonly forTooLong: boolean;
}

/** Bursts that a client may go past its limit before it is given up, and the fewest events that this is. */
const PATIENCE_BURSTS = 10;
const LEAST_PATIENCE = 1_000;

/**
 * How fast one connection may ask. Whoever goes past the limit is told so. Being told wears out a patience of ten bursts
 * (1,000 events at least), which comes back as slowly as events may: who wears it out does not listen.
 */
export class EventPace {
  private readonly events: TokenBucket;
  /** Made once it is tried, which most never do. */
  private patience: TokenBucket | undefined;

  constructor(private readonly limits: PaceLimits) {
    this.events = new TokenBucket({ burst: limits.eventsBurst, perSecond: limits.eventsPerSecond });
  }

  /** Counts an event as it arrives. @returns undefined if it may pass */
  arrival(now = performance.now()): TooFast | undefined {
    const wait = this.events.take(now);
    if (wait === 0) return undefined;
    this.patience ??= patienceWith(this.limits);
    return { retryAfter: wait / 1_000, forTooLong: this.patience.take(now) > 0 };
  }
}

const patienceWith = ({ eventsPerSecond, eventsBurst }: PaceLimits): TokenBucket =>
  new TokenBucket({
    burst: Math.max(PATIENCE_BURSTS * eventsBurst, LEAST_PATIENCE),
    perSecond: eventsPerSecond,
  });
