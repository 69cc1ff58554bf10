import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { spread } from '../../platform/async/backoff.js';
import { BatchLoader } from '../../platform/async/batch-loader.js';
import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { JobWorker } from '../../platform/jobs/job-worker.js';
import type { JobKind } from '../../platform/jobs/job-worker.js';
import { LogRecord } from '../../platform/logging/log-record.js';
import { DueDeliveriesRepository } from './due-deliveries.repository.js';
import type { DueDelivery, DueWebhook } from './due-deliveries.repository.js';
import { call } from './webhook-call.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { reasonIn, WebhookReceivers } from './webhook-receivers.js';
import type { Failed } from './webhook-receivers.js';
import { WebhooksService } from './webhooks.js';
import { WebhookSettings } from './webhook.settings.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** The delay after each attempt, in units of the first delay: with 5 s that is 5 s, 30 s, … 12 h. */
const WAITS = [1, 6, 24, 120, 360, 720, 2_160, 4_320, 8_640];
const JITTER = 0.2;

/**
 * Seconds until the next attempt: up to a fifth longer than the schedule.
 * @param attempts the number of failed attempts, 1 or more
 * @param first the scheduled delay after the first attempt, in seconds
 * @param random from 0 to 1
 */
export function secondsToRetry(attempts: number, first: number, random?: number): number {
  const waits = WAITS[Math.min(attempts, WAITS.length) - 1] ?? 1;
  return spread(first * waits, JITTER, random);
}

const GONE = 410;

/**
 * Sends deliveries to webhooks. A receiver that fails stops only its own deliveries; those that are given up stay, for
 * an operator who sends them again. When the process stops, calls are aborted, and another process retries them: so a
 * receiver may get a delivery twice.
 */
@Injectable()
export class SendDeliveriesJob implements JobKind<DueDelivery>, OnApplicationBootstrap, OnApplicationShutdown {
  readonly name = 'webhook_deliveries';
  /** Each receiver has a limit of its own, so that no other one waits for it. */
  readonly atOnce = Infinity;
  readonly log = new Logger('Webhooks');
  private readonly worker: JobWorker<DueDelivery>;
  /** Deliveries that end at about the same time are noted together. */
  private readonly delivered: BatchLoader<DueDelivery, true>;

  constructor(
    private readonly queue: DueDeliveriesRepository,
    private readonly receivers: WebhookReceivers,
    private readonly repository: WebhooksRepository,
    private readonly webhooks: WebhooksService,
    private readonly metrics: WebhookMetrics,
    private readonly work: UnitOfWork,
    private readonly pulse: DatabasePulse,
    private readonly settings: WebhookSettings,
  ) {
    this.worker = new JobWorker(this, queue);
    this.delivered = new BatchLoader(async (deliveries) => {
      await queue.delivered(deliveries);
      return deliveries.map(() => true as const);
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start(this.pulse);
  }

  onApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  /** Takes due deliveries now. */
  wake(): void {
    this.worker.wake();
  }

  async run(delivery: DueDelivery, stopping: AbortSignal): Promise<void> {
    const { webhook } = delivery;
    const took = this.metrics.duration.startTimer();
    const answer = await call(webhook, delivery, this.settings.allowedHosts, stopping);
    took();
    this.receivers.answered(webhook, answer);
    if (!answer.taken) return this.refused(delivery, answer);
    await this.delivered.load(delivery);
    this.metrics.deliveries.inc({ outcome: 'delivered' });
  }

  failed({ id }: DueDelivery, error: unknown): void {
    this.log.warn(`Cannot record the result of the webhook delivery ${id}: ${String(error)}`);
  }

  private async refused(delivery: DueDelivery, answer: Failed): Promise<void> {
    const { webhook, attempts } = delivery;
    const isGone = answer.status === GONE;
    if (isGone) await this.end(webhook);
    if (!isGone && attempts < this.settings.attempts) {
      await this.queue.retry(delivery, answer, secondsToRetry(attempts, this.settings.retrySeconds));
      this.metrics.deliveries.inc({ outcome: 'retried' });
      return;
    }
    await this.queue.markDead(delivery, answer);
    this.metrics.deliveries.inc({ outcome: 'dead' });
    const what = `${delivery.event} (${delivery.id}) to the webhook ${webhook.id}`;
    const text = `Gave up ${what}, attempt ${String(attempts)}: ${reasonIn(answer)}`;
    this.log.warn(LogRecord.from(text, { webhook: webhook.id, delivery: delivery.id, event: delivery.event }));
  }

  /** Disables a webhook whose receiver is gone. */
  private async end({ id }: DueWebhook): Promise<void> {
    const ended = await this.work.transaction(async ({ manager }) => {
      if (!(await this.repository.lock(manager, id))?.is_active) return false;
      await this.repository.setActive(manager, id, false);
      await this.webhooks.changed(manager);
      return true;
    });
    if (!ended) return;
    this.log.warn(
      LogRecord.from(`Disabled the webhook ${id}: its receiver responded with 410 (Gone)`, { webhook: id }),
    );
  }
}
