/** What floating point may leave over of a wait. */
const NOTHING_MS = 0.001;

/** Lets `burst` through at once after a quiet time, and `perSecond` in the long run. */
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
   * Takes one, if there is one.
   * @param now in milliseconds, of a clock that never goes back
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
