import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * So many in so many seconds, counted by key from the first on, in the memory of this process, and forgotten when their
 * time is over.
 */
export class Throttle {
  private readonly counts: RateLimiterMemory;

  constructor({ most, seconds }: { most: number; seconds: number }) {
    this.counts = new RateLimiterMemory({ points: most, duration: seconds });
  }

  /** Counts one more. @returns 0 if it is within the limit, else the seconds until the next may be */
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

/** Whole seconds, as `Retry-After` has them. */
export const retryAfter = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1_000));
