import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { throttled } from './api-error.js';

/**
 * A limit of `most` in `seconds` for each key. The window of a key begins with its first count. Counts are in the
 * memory of this process.
 */
export class Throttle {
  private readonly counts: RateLimiterMemory;
  private readonly seconds: number;

  constructor({ most, seconds }: { most: number; seconds: number }) {
    this.seconds = seconds;
    this.counts = new RateLimiterMemory({ points: most, duration: seconds });
  }

  /** Counts one more. @returns 0 if it is within the limit, else the seconds until the next is allowed */
  async count(key: string): Promise<number> {
    try {
      await this.counts.consume(key);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return retryAfter(error, this.seconds);
      throw error;
    }
  }

  /** As {@link count}. @param detail of the refusal @throws ApiError 429 beyond the limit */
  async require(key: string, detail: string): Promise<void> {
    const wait = await this.count(key);
    if (wait > 0) throw throttled(detail, wait);
  }
}

/**
 * Whole seconds, for `Retry-After`. Counts end by a time of the clock: where it was put back, their rest would be
 * longer than their window.
 */
export const retryAfter = ({ msBeforeNext }: RateLimiterRes, windowSeconds: number): number =>
  Math.min(windowSeconds, Math.max(1, Math.ceil(msBeforeNext / 1_000)));

/** The rounding error of a wait. */
const NOTHING_MS = 0.001;

/** The size of a bucket in tokens, and the rate at which it fills. */
export interface BucketSize {
  readonly burst: number;
  readonly perSecond: number;
}

/** Allows `burst` at once after an idle time, and `perSecond` on average. */
export class TokenBucket {
  /** When the bucket will be full again. */
  private fullAt = 0;

  constructor(private readonly size: BucketSize) {}

  /**
   * Takes tokens, all or none. More than the bucket holds are taken when it is full.
   * @param now in milliseconds of a monotonic clock
   * @returns 0 if they were taken, else the milliseconds until they can be
   */
  take(now = performance.now(), tokens = 1): number {
    const { burst } = this.size;
    const wait = this.debt(now) - this.msOf(burst - Math.min(tokens, burst));
    if (wait > NOTHING_MS) return Math.ceil(wait);
    this.owe(this.debt(now) + this.msOf(tokens), now);
    return 0;
  }

  /** The milliseconds until the bucket is full. */
  debt(now = performance.now()): number {
    return Math.max(0, this.fullAt - now);
  }

  /** @param debt the milliseconds until the bucket is full, in place of the present ones */
  owe(debt: number, now = performance.now()): void {
    this.fullAt = now + debt;
  }

  /** The time in which the bucket gains so many tokens. */
  msOf(tokens: number): number {
    return (tokens * 1_000) / this.size.perSecond;
  }
}
