import type { Random } from './random.js';

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/**
 * Permits one request at a time while a deployment refuses requests because of an outage, with a pause that grows with
 * each refusal. Its jitter keeps devices from asking at the same moments.
 */
export class OutageBackoff {
  /** The consecutive refusals. */
  private failures = 0;
  private pausedUntil = 0;
  /** Whether the one request of the outage is underway. */
  private isProbing = false;

  constructor(private readonly random: Pick<Random, 'between'>) {}

  /** @param now milliseconds, on the clock of `performance` */
  permits(now = performance.now()): boolean {
    return this.failures === 0 || (!this.isProbing && now >= this.pausedUntil);
  }

  /** A request begins, which {@link permits} has permitted. */
  begin(): void {
    this.isProbing = this.failures > 0;
  }

  /**
   * A request was refused, or not answered in time.
   * @param retryAfter seconds that the deployment asks to wait at least
   */
  failed(retryAfter: number, now = performance.now()): void {
    // A request from before the outage: only that of the outage counts.
    if (this.failures > 0 && !this.isProbing) return;
    const most = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** this.failures);
    this.pausedUntil = now + retryAfter * 1_000 + this.random.between(most / 2, most);
    this.failures += 1;
    this.isProbing = false;
  }

  /** The connection of a request was closed: the next connection has a pause of its own. */
  unanswered(): void {
    this.isProbing = false;
  }

  /** The deployment handled a request. */
  succeeded(): void {
    this.failures = 0;
    this.isProbing = false;
  }
}
