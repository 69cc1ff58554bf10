import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';

/** What may still happen under a key. */
interface Allowance {
  readonly left: number;
  /** Seconds until there is more; 0 while something is left. */
  readonly retryAfter: number;
}

/**
 * So many in so many seconds, counted by key from the first on. The one place where counts are kept: in the memory of
 * this process, and forgotten when their time is over.
 */
export class Throttle {
  private readonly counts: RateLimiterAbstract;

  constructor({ most, seconds }: { most: number; seconds: number }) {
    this.counts = new RateLimiterMemory({ points: most, duration: seconds });
  }

  /** Counts one more. @returns 0 if it is within the limit, else the seconds until the next may be */
  async count(key: string): Promise<number> {
    try {
      await this.counts.consume(key);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return secondsOf(error);
      throw error;
    }
  }

  async allowance(key: string): Promise<Allowance> {
    const counted = await this.counts.get(key);
    if (!counted || counted.msBeforeNext <= 0) return { left: this.counts.points, retryAfter: 0 };
    const left = counted.remainingPoints;
    return { left, retryAfter: left > 0 ? 0 : secondsOf(counted) };
  }
}

/** Whole ones, as `Retry-After` has them. */
const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1_000));
