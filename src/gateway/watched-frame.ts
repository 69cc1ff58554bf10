import type { Traced } from '../platform/tracing/traces.js';
import type { Outcome } from './socket-metrics.js';

/** A frame in progress that is logged or traced. */
export class WatchedFrame {
  private readonly since = performance.now();

  constructor(
    private readonly trace: Traced | undefined,
    private readonly logOutcome: ((outcome: Outcome, ms: number) => void) | undefined,
  ) {}

  get traceId(): string | undefined {
    return this.trace?.traceId;
  }

  during<Result>(work: () => Result): Result {
    return this.trace === undefined ? work() : this.trace.during(work);
  }

  ended(outcome: Outcome): void {
    this.logOutcome?.(outcome, Math.round((performance.now() - this.since) * 1_000) / 1_000);
    this.trace?.ended({ 'parley.outcome': outcome }, outcome === 'failed');
  }
}
