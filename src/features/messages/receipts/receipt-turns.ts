import { Injectable } from '@nestjs/common';
import { tooFast } from '@parley/protocol';

import { FairQueue, WaitedTooLong } from '../../../platform/async/fair-queue.js';
import { Config } from '../../../platform/config/config.js';

/** Receipts use at most this fraction (1/n) of the database connections: a whole room may read a message at once. */
const PART_OF_POOL = 3;
/** As long as any request waits for a connection. */
const LONGEST_WAIT_MS = 5_000;
/** When to retry a request that was not started in time. */
const RETRY_SECONDS = 1;

/** Lets members write their receipts in turn, so that other requests do not wait for connections meanwhile. */
@Injectable()
export class ReceiptTurns {
  /** By user. */
  private readonly queue: FairQueue<number>;

  constructor({ database }: Config) {
    const permits = Math.max(1, Math.floor(database.poolSize / PART_OF_POOL));
    this.queue = new FairQueue({ permits, longestWaitMs: LONGEST_WAIT_MS });
  }

  /** @throws Refusal 4029 if others take too long, and the errors of the task */
  run<Result>(userId: number, task: () => Promise<Result>): Promise<Result> {
    return this.queue.run(userId, task).catch((error: unknown) => {
      throw error instanceof WaitedTooLong
        ? tooFast('Many receipts are being written (DATABASE_POOL_SIZE).', RETRY_SECONDS)
        : error;
    });
  }
}
