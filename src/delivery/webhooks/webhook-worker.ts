import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { spread } from '../../platform/async/backoff.js';
import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { LogRecord } from '../../platform/logging/log-record.js';
import { DELIVERIES_ARE_DUE, DeliveriesRepository } from './deliveries.repository.js';
import type { Claimed, DueWebhook } from './deliveries.repository.js';
import type { Failed } from './webhook-call.js';
import { reasonIn, WebhookDeliveryQueue } from './webhook-delivery-queue.js';
import { WebhookMetrics } from './webhook-metrics.js';
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

/** Sends deliveries to webhooks, on every node. Nodes claim deliveries, so each is attempted by one node at a time. */
@Injectable()
export class WebhookWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Webhooks');
  private readonly polling = new PeriodicTask(
    () => this.checkDue(),
    this.log,
    'Cannot poll for due webhook deliveries',
  );
  private readonly stopping = new AbortController();
  private readonly queues = new Map<string, WebhookDeliveryQueue>();
  /** By the id of a webhook: one promise, even if the webhook is found due repeatedly. */
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly repository: WebhooksRepository,
    private readonly webhooks: WebhooksService,
    private readonly metrics: WebhookMetrics,
    private readonly work: UnitOfWork,
    private readonly pulse: DatabasePulse,
    private readonly settings: WebhookSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.pulse.runWhen('webhooks', DELIVERIES_ARE_DUE, this.polling);
  }

  /** Aborts calls under way. Another process retries them, so the receiver may get a delivery twice. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.polling.stop();
    await Promise.all(this.underWay.values());
  }

  /** Looks for due deliveries now. */
  wake(): void {
    if (!this.stopping.signal.aborted) void this.polling.runNow();
  }

  private async checkDue(): Promise<void> {
    for (const webhook of await this.deliveries.due()) this.startDelivery(webhook);
  }

  private startDelivery(webhook: DueWebhook): void {
    if (this.underWay.has(webhook.id)) return;
    const queue = this.queues.get(webhook.id) ?? new WebhookDeliveryQueue(this.queueDependencies);
    this.queues.set(webhook.id, queue);
    const work = queue
      .deliver(webhook)
      .catch((error: unknown) => this.log.warn(`Cannot record the results of webhook deliveries: ${String(error)}`))
      .finally(() => this.underWay.delete(webhook.id));
    this.underWay.set(webhook.id, work);
  }

  private get queueDependencies(): ConstructorParameters<typeof WebhookDeliveryQueue>[0] {
    const { deliveries, metrics, log, stopping } = this;
    return {
      deliveries,
      metrics,
      log,
      stop: stopping.signal,
      allowedHosts: this.settings.allowedHosts,
      failed: (webhook, delivery, answer) => this.failed(webhook, delivery, answer),
    };
  }

  private async failed(webhook: DueWebhook, delivery: Claimed, answer: Failed): Promise<void> {
    const isGone = answer.status === GONE;
    if (isGone) await this.end(webhook);
    if (!isGone && delivery.attempts < this.settings.attempts) {
      this.metrics.deliveries.inc({ outcome: 'retried' });
      await this.deliveries.retry(delivery, answer, secondsToRetry(delivery.attempts, this.settings.retrySeconds));
      return;
    }
    await this.deliveries.markDead(delivery, answer);
    this.metrics.deliveries.inc({ outcome: 'dead' });
    const delivered = `${delivery.event} (${delivery.id}) to the webhook ${webhook.id}`;
    const text = `Gave up ${delivered}, attempt ${String(delivery.attempts)}: ${reasonIn(answer)}`;
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
