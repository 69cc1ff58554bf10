import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { inBatches } from '../../../platform/async/in-batches.js';
import { PeriodicTask } from '../../../platform/async/periodic-task.js';
import { DeliveryRecordSettings } from '../../rooms/room.settings.js';
import { Leaderships } from '../../../platform/database/leases/leadership.js';
import type { Leadership } from '../../../platform/database/leases/leadership.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { DeliveryRetentionRepository, recordTables } from './delivery-retention.repository.js';

const RUN_MS = 3_600_000;
/** Rows that are deleted in one statement. */
const BATCH = 5_000;

/**
 * Removes records of delivery after the retention time: at the start and every hour, on one node at a time.
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
    private readonly unitOfWork: UnitOfWork,
    leaderships: Leaderships,
    settings: DeliveryRecordSettings,
  ) {
    this.leadership = leaderships.create('delivery retention');
    this.days = settings.days;
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
    try {
      if (await this.leadership.lead()) await this.remove();
    } finally {
      await this.leadership.giveUp();
    }
  }

  private async remove(): Promise<void> {
    const { days } = this;
    await this.led((manager) => this.repository.recordRetention(manager, days));
    for (const table of recordTables) {
      await inBatches(
        BATCH,
        (most) => this.led((manager) => this.repository.removeSome(manager, table, days, most)),
        async () => !this.stopping && (await this.leadership.lead()),
      );
    }
  }

  private led<Result>(body: (manager: Work['manager']) => Promise<Result>): Promise<Result> {
    return this.unitOfWork.transaction(async ({ manager }) => {
      await this.leadership.hold(manager);
      return body(manager);
    });
  }
}
