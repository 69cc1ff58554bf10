import { Injectable, Logger } from '@nestjs/common';

import { Backoff } from '../../platform/async/backoff.js';
import { Receivers } from '../../platform/jobs/receivers.js';
import { LogRecord } from '../../platform/logging/log-record.js';
import { loggable } from '../../platform/logging/safe-record.js';
import { shownUrl } from './webhook.entity.js';
import type { WebhookRow } from './webhook.entity.js';

/** The pause after a failure of a receiver, in milliseconds. */
const PAUSE = 1_000;

/** How an attempt failed: with a response, or without one. */
export interface Failed {
  readonly taken: false;
  readonly status: number | null;
  readonly error: string | null;
}
export type Answer = { readonly taken: true } | Failed;

type Receiver = Readonly<Pick<WebhookRow, 'id' | 'url'>>;

interface Batch {
  takes: boolean;
  failure: Failed | undefined;
}

/**
 * The receivers of webhooks, of this process. Each gets a batch of deliveries at once, and the next one when all of them
 * have ended. A receiver fails if it accepts no delivery of its batch; otherwise a failure concerns only that delivery.
 */
@Injectable()
export class WebhookReceivers {
  private readonly log = new Logger('Webhooks');
  private readonly receivers = new Receivers({ atOnce: 1, pauses: new Backoff(PAUSE, PAUSE) });
  /** By the ids of webhooks. */
  private readonly batches = new Map<string, Batch>();

  /** The ids of webhooks that get nothing now. */
  busy(): string[] {
    return this.receivers.busy();
  }

  /** The ids of webhooks that get one delivery at a time. */
  failing(): string[] {
    return this.receivers.failing();
  }

  begin({ id }: Receiver): void {
    this.receivers.begin(id);
  }

  /** Called before the delivery ends. */
  answered({ id }: Receiver, answer: Answer): void {
    const batch = this.batches.get(id) ?? { takes: false, failure: undefined };
    if (answer.taken) batch.takes = true;
    else batch.failure ??= answer;
    this.batches.set(id, batch);
  }

  /** Called when a delivery has ended. @returns whether the receiver may get the next batch now */
  end(receiver: Receiver): boolean {
    if (!this.receivers.end(receiver.id)) return false;
    const { takes, failure } = this.batches.get(receiver.id) ?? {};
    this.batches.delete(receiver.id);
    if (failure && !takes) this.fails(receiver, failure);
    else if (takes && this.receivers.answered(receiver.id)) {
      this.log.log(LogRecord.from(`${nameOf(receiver)} accepts deliveries again`, { webhook: receiver.id }));
    }
    return takes === true;
  }

  private fails(receiver: Receiver, failure: Failed): void {
    if (!this.receivers.failed(receiver.id)) return;
    const text = `${nameOf(receiver)} fails, and is retried: ${reasonIn(failure)}`;
    this.log.warn(LogRecord.from(text, { webhook: receiver.id }));
  }
}

const nameOf = ({ id, url }: Receiver): string => `The webhook ${id} (${loggable(shownUrl(url))})`;

/** For logs: never contains a text of the receiver. */
export const reasonIn = ({ status, error }: Failed): string =>
  status === null ? (error ?? 'unknown') : `status ${String(status)}`;
