interface Thresholds {
  /** The failures in a row after which it opens. */
  readonly failures: number;
  readonly openMs: number;
}

/** Stops calls for a time after failures in a row. Then a single call is tried, whose outcome decides. */
export class CircuitBreaker {
  private failures = 0;
  private openUntil = -Infinity;
  private isTrying = false;

  /** @param now the time in milliseconds */
  constructor(
    private readonly thresholds: Thresholds,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether calls are stopped, or one is being tried. */
  get isOpen(): boolean {
    return this.failures >= this.thresholds.failures;
  }

  /** @returns whether a call may be made; its outcome must be reported then */
  admit(): boolean {
    if (!this.isOpen) return true;
    if (this.isTrying || this.now() < this.openUntil) return false;
    this.isTrying = true;
    return true;
  }

  succeeded(): void {
    this.failures = 0;
    this.isTrying = false;
  }

  /** @returns whether this failure has opened it */
  failed(): boolean {
    this.failures += 1;
    this.isTrying = false;
    if (this.isOpen) this.openUntil = this.now() + this.thresholds.openMs;
    return this.failures === this.thresholds.failures;
  }
}
