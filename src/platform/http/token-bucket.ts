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
