/** Limits the rate of a periodic action: due at first, and again a fixed time after the last `putOff`. */
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
