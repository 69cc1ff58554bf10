import type { Logger } from '@nestjs/common';

const PAUSE_MS = 60_000;

/**
 * Logs why tokens of the other issuer are refused, which their clients are not told: each reason at most once a minute,
 * because strangers can cause it.
 */
export class RefusalLog {
  private readonly loggedAt = new Map<string, number>();

  /** @param now milliseconds of any clock */
  constructor(
    private readonly log: Pick<Logger, 'warn'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @param why one of few texts, without parts of the token */
  refused(why: string): void {
    const now = this.now();
    if (now < (this.loggedAt.get(why) ?? -Infinity) + PAUSE_MS) return;
    this.loggedAt.set(why, now);
    this.log.warn(`A token of the other issuer is refused: ${why}`);
  }
}
