/**
 * Limits the rate of a periodic action: due at first, and again a fixed time after the last `postpone`. Throttle
 * functions of libraries run the action by a timer; here the caller asks, and postpones it only when it has succeeded.
 */
export class WriteThrottle {
  private dueAt = 0;

  constructor(private readonly everyMs: number) {}

  isDue(): boolean {
    return performance.now() >= this.dueAt;
  }

  postpone(): void {
    this.dueAt = performance.now() + this.everyMs;
  }
}
