import type { Logger } from '@nestjs/common';

import { loggable } from '../logging/index.js';
import { call } from './webhook-call.js';
import type { Answer, Failed } from './webhook-call.js';
import type { Claimed, DeliveriesRepository, DueWebhook } from './deliveries.repository.js';
import type { WebhookMetrics } from './webhook-metrics.js';
import { shownUrl } from './webhook.js';

/** What all lines of a process share. */
export interface LineTools {
  readonly deliveries: DeliveriesRepository;
  readonly metrics: WebhookMetrics;
  readonly log: Logger;
  readonly stop: AbortSignal;
  /** What is done about a delivery that failed. */
  readonly failed: (webhook: DueWebhook, delivery: Claimed, answer: Failed) => Promise<void>;
}

/** Calls to one receiver under way at once, by one process. */
const AT_ONCE = 8;
/** How long a receiver that fails is left alone, whatever happens meanwhile. */
const REST_MS = 1_000;

/**
 * What one process tells one webhook: no other waits for it, whatever it does. While it fails it is told one thing at a
 * time, and none in the second after that.
 */
export class WebhookLine {
  private underWay: Promise<void> | undefined;
  private failing = false;
  private restsUntil = -Infinity;

  constructor(private readonly tools: LineTools) {}

  /** Tells it what there is to tell, unless that is under way or it rests. Rejects where the database does. */
  go(webhook: DueWebhook): Promise<void> {
    if (performance.now() < this.restsUntil) return Promise.resolve();
    this.underWay ??= this.tellAll(webhook).finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  private async tellAll(webhook: DueWebhook): Promise<void> {
    const { deliveries, stop } = this.tools;
    for (let [count, most] = [0, 0]; count === most && !stop.aborted;) {
      most = this.failing ? 1 : AT_ONCE;
      const claimed = await deliveries.claim(webhook.id, most);
      count = claimed.length;
      if (count > 0) await this.tellTogether(webhook, claimed);
      if (!this.failing) continue;
      this.restsUntil = performance.now() + REST_MS;
      return;
    }
  }

  private async tellTogether(webhook: DueWebhook, claimed: readonly Claimed[]): Promise<void> {
    const { deliveries, metrics, failed } = this.tools;
    const answers = await Promise.all(claimed.map((delivery) => this.tell(webhook, delivery)));
    this.judge(webhook, answers);
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

  /** Undefined: the process ends. */
  private async tell(webhook: DueWebhook, delivery: Claimed): Promise<Answer | undefined> {
    const { metrics, stop } = this.tools;
    const took = metrics.duration.startTimer();
    const answer = await call(webhook, delivery, stop).catch(() => undefined);
    if (!answer) return undefined;
    took();
    return answer;
  }

  /** One that it does not take is about that one, where it takes others in the same moment. */
  private judge({ id, url }: DueWebhook, answers: readonly (Answer | undefined)[]): void {
    const failure = answers.find(isFailure);
    const takes = answers.some((answer) => answer?.taken);
    const fails = failure !== undefined && !takes;
    if (fails === this.failing || !(fails || takes)) return;
    this.failing = fails;
    const name = `The webhook ${id} (${loggable(shownUrl(url))})`;
    if (fails) this.tools.log.warn(`${name} fails, and is tried again: ${reasonIn(failure)}`);
    else this.tools.log.log(`${name} takes what it is told again`);
  }
}

const isFailure = (answer: Answer | undefined): answer is Failed => answer?.taken === false;

/** For people: never what the receiver wrote. */
export const reasonIn = ({ status, error }: Failed): string =>
  status === null ? (error ?? 'unknown') : `it answered ${String(status)}`;
