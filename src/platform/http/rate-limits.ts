import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * A limit of `most` in `seconds` for each key. The window of a key begins with its first count. Counts are in the
 * memory of this process.
 */
export class Throttle {
  private readonly counts: RateLimiterMemory;

  constructor({ most, seconds }: { most: number; seconds: number }) {
    this.counts = new RateLimiterMemory({ points: most, duration: seconds });
  }

  /** Counts one more. @returns 0 if it is within the limit, else the seconds until the next is allowed */
  async count(key: string): Promise<number> {
    try {
      await this.counts.consume(key);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return retryAfter(error);
      throw error;
    }
  }
}

/** Whole seconds, for `Retry-After`. */
export const retryAfter = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1_000));

/** The rounding error of a wait. */
const NOTHING_MS = 0.001;

/** Allows `burst` at once after an idle time, and `perSecond` on average. */
export class TokenBucket {
  private readonly intervalMs: number;
  private readonly reserveMs: number;
  /** When the bucket will be full again. */
  private fullAt = 0;

  constructor({ burst, perSecond }: { readonly burst: number; readonly perSecond: number }) {
    this.intervalMs = 1_000 / perSecond;
    this.reserveMs = (burst - 1) * this.intervalMs;
  }

  /**
   * Takes one token, if there is one.
   * @param now in milliseconds of a monotonic clock
   * @returns 0 if it was taken, else the milliseconds until there is one
   */
  take(now = performance.now()): number {
    const fullAt = Math.max(this.fullAt, now);
    const wait = fullAt - now - this.reserveMs;
    if (wait > NOTHING_MS) return Math.ceil(wait);
    this.fullAt = fullAt + this.intervalMs;
    return 0;
  }
}
