import { Injectable } from '@nestjs/common';

import { FairQueue, WaitedTooLong } from '../../../platform/async/fair-queue.js';
import { Config } from '../../../platform/config/config.js';
import { throttled } from '../../../platform/http/api-error.js';
import { TokenBucket } from '../../../platform/http/rate-limits.js';
import type { BucketSize } from '../../../platform/http/rate-limits.js';

/** Of all users. A check takes a thread of the process for some hundredths of a second. */
const CHECKS_AT_ONCE = 4;
const LONGEST_WAIT_MS = 30_000;
/** A right password counts as so many events of the user. */
const COST = 10;
/** The users from which on those who owe nothing are forgotten. */
const MOST_KEPT = 1_000;

/**
 * The pace of password checks on this node: the checks of one username follow one another, so that they delay the
 * others by one, and right passwords of one username are as many as the user may send dear events. Wrong ones have
 * limits of their own.
 */
@Injectable()
export class PasswordPace {
  private readonly turns = new FairQueue<string>({ permits: CHECKS_AT_ONCE, longestWaitMs: LONGEST_WAIT_MS });
  private readonly owing = new Map<string, TokenBucket>();
  private readonly size: BucketSize;

  constructor({ perUser }: Config) {
    this.size = { burst: perUser.eventsBurst, perSecond: perUser.eventsPerSecond };
  }

  /**
   * @param check returns undefined for a wrong password
   * @throws ApiError 429
   */
  async run<Result>(username: string, check: () => Promise<Result | undefined>): Promise<Result | undefined> {
    try {
      return await this.turns.run(username, () => this.paced(username, check));
    } catch (error) {
      if (error instanceof WaitedTooLong) throw throttled('Too many passwords are being checked. Try again later.', 1);
      throw error;
    }
  }

  private async paced<Result>(username: string, check: () => Promise<Result | undefined>): Promise<Result | undefined> {
    const wait = this.owing.get(username)?.take(undefined, 0) ?? 0;
    if (wait > 0) throw throttled('Too many log-ins of one user. Try again later.', Math.ceil(wait / 1_000));
    const result = await check();
    if (result !== undefined) this.owe(username);
    return result;
  }

  private owe(username: string): void {
    if (this.owing.size >= MOST_KEPT) {
      for (const [name, bucket] of this.owing) if (bucket.debt() === 0) this.owing.delete(name);
    }
    const bucket = this.owing.get(username) ?? new TokenBucket(this.size);
    bucket.owe(bucket.debt() + bucket.msOf(Math.min(COST, this.size.burst)));
    this.owing.set(username, bucket);
  }
}
