import { Injectable } from '@nestjs/common';

import { BatchLoader } from '../platform/async/batch-loader.js';
import { PendingRepository, PendingSummaryRepository } from './pending.repository.js';
import type { PendingSnapshot, PendingSummary } from './pending.repository.js';

/**
 * Reads the pending notifications of users who connect. A single connection takes one statement. When many connect at
 * once, as after an outage, most have nothing pending: one cheap statement checks many users together, and only those
 * with something pending are read one by one. The full statement of a user with nothing pending takes as long as the
 * check of twenty users (docs/performance.md).
 */
@Injectable()
export class InitialSnapshotReader {
  private readonly summaries: BatchLoader<number, PendingSummary>;
  private running = 0;

  constructor(
    repository: PendingSummaryRepository,
    private readonly pending: PendingRepository,
  ) {
    this.summaries = new BatchLoader((userIds) => repository.read(userIds));
  }

  /** As {@link PendingRepository.read}: one snapshot, taken after the call. */
  async read(userId: number, perRoom: number, total: number): Promise<PendingSnapshot> {
    const alone = this.running === 0;
    this.running += 1;
    try {
      const summary = alone ? undefined : await this.summaries.load(userId);
      if (summary?.waits === false) {
        const { numbers, invitations } = summary;
        return { rooms: [], numbers: new Map(Object.entries(numbers ?? {})), invitations };
      }
      return await this.pending.read(userId, perRoom, total);
    } finally {
      this.running -= 1;
    }
  }
}
