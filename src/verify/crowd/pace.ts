import { setTimeout as delay } from 'node:timers/promises';

/** A throttle: resolves calls one after the other, at a fixed rate. */
export class RateLimiter {
  private nextAt = 0;

  constructor(private readonly perSecond: number) {}

  async acquire(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.nextAt);
    this.nextAt = at + 1_000 / this.perSecond;
    if (at > now) await delay(at - now);
  }
}
