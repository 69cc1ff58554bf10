import type { Logger } from '@nestjs/common';

import { firstOf } from './reason.js';

/** Work that a node does again and again: never twice at once, and with one line for an outage, however long it is. */
export class Recurring {
  private timer: NodeJS.Timeout | undefined;
  private retry: NodeJS.Timeout | undefined;
  private underWay: Promise<void> | undefined;
  private failing = false;

  /**
   * @param failure what is said of work that fails, before the reason
   * @param againMs how soon work that failed is tried again; undefined: when it is its turn
   */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly log: Logger,
    private readonly failure: string,
    private readonly againMs?: number,
  ) {}

  start(everyMs: number): void {
    this.timer = setInterval(() => void this.run(), everyMs);
  }

  /** Does it now, unless it is under way, and waits for its end. Never rejects. */
  run(): Promise<void> {
    clearTimeout(this.retry);
    this.underWay ??= this.attempt().finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  /** It is not begun again; what is under way is waited for. */
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
      if (this.againMs !== undefined) this.retry = setTimeout(() => void this.run(), this.againMs);
    }
  }
}
