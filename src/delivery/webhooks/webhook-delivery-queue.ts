import type { Logger } from '@nestjs/common';

import { LogRecord } from '../../platform/logging/log-record.js';
import { loggable } from '../../platform/logging/safe-record.js';
import type { Claimed, DeliveriesRepository, DueWebhook } from './deliveries.repository.js';
import { call } from './webhook-call.js';
import type { Answer, Failed } from './webhook-call.js';
import type { WebhookMetrics } from './webhook-metrics.js';
import { shownUrl } from './webhook.entity.js';

/** The dependencies that all `WebhookDeliveryQueue`s of a process share. */
export interface DeliveryQueueDependencies {
  readonly deliveries: DeliveriesRepository;
  readonly metrics: WebhookMetrics;
  readonly log: Logger;
  readonly stop: AbortSignal;
  /** Hosts that webhooks of administrators may call although they are not public. */
  readonly allowedHosts: readonly string[];
  /** Handles a failed delivery. */
  readonly failed: (webhook: DueWebhook, delivery: Claimed, answer: Failed) => Promise<void>;
}

/** Concurrent calls to one receiver by one process. */
const AT_ONCE = 8;
/** The pause after a failure of a receiver, whatever happens meanwhile. */
const PAUSE_MS = 1_000;

/**
 * The deliveries of one process to one webhook, independent of all other webhooks. While the receiver fails, it gets
 * one delivery at a time, with a pause of a second after each.
 */
export class WebhookDeliveryQueue {
  private running: Promise<void> | undefined;
  private failing = false;
  private pausedUntil = -Infinity;

  constructor(private readonly dependencies: DeliveryQueueDependencies) {}

  /**
   * Sends all due deliveries, unless that is under way or the receiver is in its pause. Rejects if the database does.
   */
  deliver(webhook: DueWebhook): Promise<void> {
    if (performance.now() < this.pausedUntil) return Promise.resolve();
    this.running ??= this.deliverAll(webhook).finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async deliverAll(webhook: DueWebhook): Promise<void> {
    const { deliveries, stop } = this.dependencies;
    let mayBeMore = true;
    while (mayBeMore && !stop.aborted) {
      const most = this.failing ? 1 : AT_ONCE;
      const claimed = await deliveries.claim(webhook.id, most);
      if (claimed.length > 0) await this.deliverBatch(webhook, claimed);
      if (this.failing) this.pausedUntil = performance.now() + PAUSE_MS;
      mayBeMore = claimed.length === most && !this.failing;
    }
  }

  private async deliverBatch(webhook: DueWebhook, claimed: readonly Claimed[]): Promise<void> {
    const { deliveries, metrics, failed } = this.dependencies;
    const answers = await Promise.all(claimed.map((delivery) => this.deliverOne(webhook, delivery)));
    this.updateState(webhook, answers);
    const released = claimed.filter((_, at) => answers[at] === undefined);
    await deliveries.release(released);
    const taken = claimed.filter((_, at) => answers[at]?.taken);
    await deliveries.delivered(taken);
    metrics.deliveries.inc({ outcome: 'delivered' }, taken.length);
    for (const [at, answer] of answers.entries()) {
      const delivery = claimed[at];
      if (delivery && answer?.taken === false) await failed(webhook, delivery, answer);
    }
  }

  /** @returns undefined if the process is shutting down */
  private async deliverOne(webhook: DueWebhook, delivery: Claimed): Promise<Answer | undefined> {
    const { metrics, stop, allowedHosts } = this.dependencies;
    const took = metrics.duration.startTimer();
    const answer = await call(webhook, delivery, allowedHosts, stop).catch(() => undefined);
    if (!answer) return undefined;
    took();
    return answer;
  }

  /** A receiver fails if it accepts no delivery of the batch; otherwise a failure concerns only that delivery. */
  private updateState({ id, url }: DueWebhook, answers: readonly (Answer | undefined)[]): void {
    const failure = answers.find(isFailure);
    const takes = answers.some((answer) => answer?.taken);
    const fails = failure !== undefined && !takes;
    if (fails === this.failing || !(fails || takes)) return;
    this.failing = fails;
    const name = `The webhook ${id} (${loggable(shownUrl(url))})`;
    const { log } = this.dependencies;
    if (fails) log.warn(LogRecord.from(`${name} fails, and is retried: ${reasonIn(failure)}`, { webhook: id }));
    else log.log(LogRecord.from(`${name} accepts deliveries again`, { webhook: id }));
  }
}

const isFailure = (answer: Answer | undefined): answer is Failed => answer?.taken === false;

/** For logs: never contains a text of the receiver. */
export const reasonIn = ({ status, error }: Failed): string =>
  status === null ? (error ?? 'unknown') : `status ${String(status)}`;
