import type { Logger } from '@nestjs/common';

import { firstOf } from '../logging/log-record.js';

/**
 * A periodic task. Runs never overlap, and successive failures are logged once. Schedulers on npm (croner,
 * toad-scheduler) have neither the retry after a failure nor the wait for the current run at the stop.
 */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  private retry: NodeJS.Timeout | undefined;
  private underWay: Promise<void> | undefined;
  private failing = false;

  /**
   * @param failure the beginning of the log line of a failure
   * @param againMs the delay of a retry after a failure; undefined: the next period
   */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly log: Logger,
    private readonly failure: string,
    private readonly againMs?: number,
  ) {}

  start(everyMs: number): void {
    this.timer = setInterval(() => void this.runNow(), everyMs);
  }

  /** Runs the task now, unless it is running, and waits for its end. Never rejects. */
  runNow(): Promise<void> {
    clearTimeout(this.retry);
    this.underWay ??= this.attempt().finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  /** Starts no further run, and waits for the current one. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.underWay;
    clearTimeout(this.retry);
  }

  private async attempt(): Promise<void> {
    try {
      await this.work();
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.log.warn(`${this.failure}: ${String(firstOf(error))}`);
      this.failing = true;
      if (this.againMs !== undefined) this.retry = setTimeout(() => void this.runNow(), this.againMs);
    }
  }
}
