import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { inBatches } from '../../platform/async/in-batches.js';
import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { WebhookSettings } from './webhook.settings.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DueDeliveriesRepository } from './due-deliveries.repository.js';
import { WebhookMetrics } from './webhook-metrics.js';

const RUN_MS = 3_600_000;
const BATCH = 1_000;

/**
 * Removes deliveries some days after their end, and marks those as dead that are overdue. So no delivery is kept
 * permanently, even if its webhook stays disabled or its receiver fails under a growing backlog.
 */
@Injectable()
export class WebhookCleanup implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Webhooks');
  private readonly cleaning = new PeriodicTask(() => this.clean(), this.log, 'Cannot remove old deliveries');
  private isStopping = false;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly queue: DueDeliveriesRepository,
    private readonly metrics: WebhookMetrics,
    private readonly settings: WebhookSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.cleaning.start(RUN_MS);
    void this.cleaning.runNow();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.cleaning.stop();
  }

  private async clean(): Promise<void> {
    const { deliveredDays, deadDays } = this.settings;
    const overdue = await this.inParts((most) => this.queue.markOverdueDead(deadDays, most));
    this.metrics.deliveries.inc({ outcome: 'dead' }, overdue);
    if (overdue > 0)
      this.log.warn(`Gave up ${String(overdue)} webhook deliveries that were due ${String(deadDays)} days ago`);
    await this.inParts((most) => this.deliveries.removeOld('delivered', deliveredDays, most));
    await this.inParts((most) => this.deliveries.removeOld('dead', deadDays, most));
  }

  private inParts(some: (most: number) => Promise<number>): Promise<number> {
    return inBatches(BATCH, some, () => !this.isStopping);
  }
}
