import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { Config } from '../../../platform/config/config.js';
import { Leaderships } from '../../../platform/database/leadership.js';
import type { Leadership } from '../../../platform/database/leadership.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { DeliveryRetentionRepository, recordTables } from './delivery-retention.repository.js';

const RETENTION_LOCK = 7_265_395;
const RUN_MS = 3_600_000;
/** Rows that are deleted in one statement. */
const BATCH = 5_000;

/**
 * Removes records of delivery after the retention time: at the start and every hour, on one node at a time, which holds
 * a connection only meanwhile.
 */
@Injectable()
export class DeliveryRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly leadership: Leadership;
  private readonly days: number;
  private stopping = false;
  private readonly runs = new PeriodicTask(
    () => this.run(),
    new Logger(DeliveryRetention.name),
    'Cannot remove old records of delivery',
  );

  constructor(
    private readonly repository: DeliveryRetentionRepository,
    leaderships: Leaderships,
    { retention }: Config,
  ) {
    this.leadership = leaderships.create(RETENTION_LOCK);
    this.days = retention.deliveryRecordDays;
  }

  onApplicationBootstrap(): void {
    this.runs.start(RUN_MS);
    void this.runs.runNow();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.runs.stop();
  }

  private async run(): Promise<void> {
    const connection = await this.leadership.connection();
    if (!connection) return;
    try {
      await this.remove(connection);
    } finally {
      await this.leadership.giveUp();
    }
  }

  private async remove(connection: Work['manager']): Promise<void> {
    const { days } = this;
    await this.repository.recordRetention(connection, days);
    for (const table of recordTables) {
      for (let removed = BATCH; removed === BATCH && !this.stopping;) {
        removed = await this.repository.removeSome(connection, table, days, BATCH);
      }
    }
  }
}
