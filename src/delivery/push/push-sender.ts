import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { Backoff, spread } from '../../platform/async/backoff.js';
import { inBatches } from '../../platform/async/in-batches.js';
import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { Receivers } from '../../platform/jobs/receivers.js';
import { LogRecord } from '../../platform/logging/log-record.js';
import { PushMetrics } from './push-metrics.js';
import { payloadOf } from './push-payload.js';
import { PushRecipientResolver } from './push-recipient-resolver.js';
import { PUSHES_ARE_DUE, PushesRepository } from './pushes.repository.js';
import type { ClaimedPush, PushToSend } from './pushes.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { WebPush } from './web-push.js';
import type { PushResult } from './web-push.js';

/** Limits of a process: pushes under way in total, to one push service (about), and claimed in one statement. */
const AT_ONCE = 32;
const AT_ONCE_PER_SERVICE = 8;
const CLAIMED_TOGETHER = 8;
/** In seconds. */
const BACKOFF = new Backoff(2, 300);
const LONGEST_REQUESTED = 600;
/** In milliseconds. */
const PAUSES = new Backoff(1_000, 60_000);

/**
 * Sends due pushes to browsers. Every process claims pushes for the time of a lease; the pushes of a process that dies
 * are due again after it. No transaction is open during a request to a push service.
 */
@Injectable()
export class PushSender implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(PushSender.name);
  private readonly services = new Receivers({ atOnce: AT_ONCE_PER_SERVICE, pauses: PAUSES });
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private readonly polling = new PeriodicTask(() => this.poll(), this.log, 'Cannot poll for due pushes');
  /** Whether a push has ended since the last poll began. */
  private mayBeMore = false;

  constructor(
    private readonly recipients: PushRecipientResolver,
    private readonly pushes: PushesRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly webPush: WebPush,
    private readonly metrics: PushMetrics,
    private readonly pulse: DatabasePulse,
  ) {}

  onApplicationBootstrap(): void {
    this.pulse.runWhen('pushes', PUSHES_ARE_DUE, this.polling);
    if (this.webPush.publicKey === undefined) this.log.log('Web Push is off: VAPID_PUBLIC_KEY is not set');
  }

  /** Aborts the requests under way, and releases their pushes. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.polling.stop();
    await Promise.all(this.underWay);
  }

  /** Costs one statement if nothing is due. */
  private async poll(): Promise<void> {
    this.mayBeMore = false;
    if (!(await this.pushes.areDue())) return;
    await this.recipients.resolveDue();
    if (this.webPush.publicKey === undefined) return;
    await inBatches(
      CLAIMED_TOGETHER,
      (most) => this.claimSome(most),
      () => this.hasRoom(),
    );
  }

  private hasRoom(): boolean {
    return this.underWay.size <= AT_ONCE - CLAIMED_TOGETHER && !this.stopping.signal.aborted;
  }

  /** Polls for more pushes: now, or after the poll that is under way. */
  private continue(): void {
    this.mayBeMore = true;
    void this.pollAgain().then(() => this.pollAgain());
  }

  private async pollAgain(): Promise<void> {
    if (this.mayBeMore && !this.stopping.signal.aborted) await this.polling.runNow();
  }

  private async claimSome(most: number): Promise<number> {
    const claimed = await this.pushes.claim(most, this.services.busy());
    for (const push of claimed) {
      const work = this.settle(push)
        .catch((error: unknown) => {
          // The push is due again when its lease expires.
          this.log.warn(`Cannot record the result of a push: ${String(error)}`);
        })
        .finally(() => {
          this.underWay.delete(work);
          if (this.underWay.size === 0) this.continue();
        });
      this.underWay.add(work);
    }
    return claimed.length;
  }

  private async settle({ id, attempts, what }: ClaimedPush): Promise<void> {
    if (typeof what === 'string') {
      await this.pushes.unsent(id, what);
      this.metrics.ended('unsent');
      return;
    }
    const { host } = what;
    this.services.begin(host);
    try {
      const delivery = await this.send(what);
      if (delivery) await this.recordResult({ id, attempts }, what, delivery);
      else await this.pushes.release(id);
    } finally {
      // Does not wait for other push services.
      if (this.services.end(host)) this.continue();
    }
  }

  /** @returns undefined if it was aborted by the shutdown */
  private async send({ target, message }: PushToSend): Promise<PushResult | undefined> {
    try {
      return await this.webPush.send(target, payloadOf(message), topicOf(message.roomId), this.stopping.signal);
    } catch (error) {
      if (this.stopping.signal.aborted) return undefined;
      throw error;
    }
  }

  private async recordResult(
    push: { id: number; attempts: number },
    to: PushToSend,
    delivery: PushResult,
  ): Promise<void> {
    if (delivery.outcome === 'away') {
      await this.putOff(push, to, delivery);
      return;
    }
    if (delivery.outcome !== 'not_public' && this.services.answered(to.host)) {
      this.log.log(LogRecord.from(`The push service ${to.host} is available again`, { host: to.host }));
    }
    if (delivery.outcome === 'sent') {
      await this.pushes.sent(push.id, delivery.status);
      await this.subscriptions.tried(to.subscriptionId, true);
      this.metrics.ended('sent');
      return;
    }
    const status = delivery.outcome === 'not_public' ? undefined : delivery.status;
    await this.pushes.unsent(push.id, delivery.outcome, status);
    if (delivery.outcome === 'gone') await this.subscriptions.removeById(to.subscriptionId);
    else await this.subscriptions.tried(to.subscriptionId, false);
    this.metrics.ended('failed');
  }

  private async putOff(
    { id, attempts }: { id: number; attempts: number },
    { host, subscriptionId }: PushToSend,
    { status, why, retryAfter = 0 }: Extract<PushResult, { outcome: 'away' }>,
  ): Promise<void> {
    const requested = Math.min(retryAfter, LONGEST_REQUESTED);
    if (this.services.failed(host, requested)) {
      const text = `The push service ${host} is unavailable: ${why}. Its pushes are retried, for PUSH_RETRY_SECONDS.`;
      this.log.warn(LogRecord.from(text, { host }));
    }
    const pause = spread(BACKOFF.pause(attempts - 1), 0.5);
    const givenUp = await this.pushes.putOff(id, Math.max(requested, pause), status);
    await this.subscriptions.tried(subscriptionId, false);
    if (givenUp) this.metrics.ended('failed');
  }
}

/** One topic per room: a user who was offline sees only the newest push of each room. */
const topicOf = (roomId: string): string => Buffer.from(roomId.replaceAll('-', ''), 'hex').toString('base64url');
