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
