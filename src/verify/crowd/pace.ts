import { setTimeout as delay } from 'node:timers/promises';

/** Lets one through after the other, so many a second. */
export class Pace {
  private nextAt = 0;

  constructor(private readonly perSecond: number) {}

  async turn(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.nextAt);
    this.nextAt = at + 1_000 / this.perSecond;
    if (at > now) await delay(at - now);
  }
}
