import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { Recurring } from '../recurring.js';
import type { Delivery } from './push-fate.js';
import { PushLooks } from './push-looks.js';
import { PushMetrics } from './push-metrics.js';
import { payloadOf } from './push-payload.js';
import { LONGEST_REQUESTED_SECONDS, PushServices } from './push-services.js';
import { PushesRepository } from './pushes.repository.js';
import type { ClaimedPush, PushToSend } from './pushes.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { WebPush } from './web-push.js';

const LOOK_MS = 1_000;
/** What a process has under way at once: in all, to one push service (about), and taken up in one statement. */
const AT_ONCE = 32;
const AT_ONCE_PER_SERVICE = 8;
const CLAIMED_TOGETHER = 8;
const FIRST_RETRY_SECONDS = 2;
const LONGEST_RETRY_SECONDS = 300;

/**
 * Sends what is due to browsers. Every process takes up what no other has; what a process that dies had in hand is due
 * again for the others a moment later. No transaction is open while a push service is asked.
 */
@Injectable()
export class PushSender implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(PushSender.name);
  private readonly services = new PushServices(AT_ONCE_PER_SERVICE);
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private readonly rounds = new Recurring(() => this.round(), this.log, 'Cannot look what there is to push');
  /** Whether something has ended since the last look began. */
  private mayBeMore = false;

  constructor(
    private readonly looks: PushLooks,
    private readonly pushes: PushesRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly webPush: WebPush,
    private readonly metrics: PushMetrics,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start(LOOK_MS);
    if (this.webPush.publicKey === undefined) this.log.log('Web Push is off, as VAPID_PUBLIC_KEY is not set');
  }

  /** What is under way is ended, and left to whoever sends next. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.rounds.stop();
    await Promise.all(this.underWay);
  }

  /** Where nothing is due, it is one statement. */
  private async round(): Promise<void> {
    this.mayBeMore = false;
    if (!(await this.pushes.areDue())) return;
    await this.looks.look();
    if (this.webPush.publicKey === undefined) return;
    for (let claimed = CLAIMED_TOGETHER; claimed === CLAIMED_TOGETHER && this.hasRoom();) {
      claimed = await this.takeUpSome();
    }
  }

  private hasRoom(): boolean {
    return this.underWay.size <= AT_ONCE - CLAIMED_TOGETHER && !this.stopping.signal.aborted;
  }

  /** There may be more: it is looked for now, or when the look that is under way is over. */
  private goOn(): void {
    this.mayBeMore = true;
    void this.lookAgain().then(() => this.lookAgain());
  }

  private async lookAgain(): Promise<void> {
    if (this.mayBeMore && !this.stopping.signal.aborted) await this.rounds.run();
  }

  private async takeUpSome(): Promise<number> {
    const claimed = await this.pushes.claim(CLAIMED_TOGETHER, this.services.busy());
    for (const push of claimed) {
      const work = this.settle(push)
        .catch((error: unknown) => {
          // It is due again when its lease is over.
          this.log.warn(`Cannot note what became of a push: ${String(error)}`);
        })
        .finally(() => {
          this.underWay.delete(work);
          if (this.underWay.size === 0) this.goOn();
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
      if (delivery) await this.note({ id, attempts }, what, delivery);
      else await this.pushes.release([id]);
    } finally {
      // However long the others take.
      if (this.services.end(host)) this.goOn();
    }
  }

  /** @returns undefined: it was ended, as the process ends */
  private async send({ target, message }: PushToSend): Promise<Delivery | undefined> {
    try {
      return await this.webPush.send(target, payloadOf(message), topicOf(message.roomId), this.stopping.signal);
    } catch (error) {
      if (this.stopping.signal.aborted) return undefined;
      throw error;
    }
  }

  private async note(push: { id: number; attempts: number }, to: PushToSend, delivery: Delivery): Promise<void> {
    if (delivery.outcome === 'away') {
      await this.putOff(push, to, delivery);
      return;
    }
    if (delivery.outcome !== 'not_public' && this.services.answered(to.host)) {
      this.log.log(`The push service ${to.host} answers again`);
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
    { status, why, retryAfter = 0 }: Extract<Delivery, { outcome: 'away' }>,
  ): Promise<void> {
    if (this.services.failed(host, retryAfter)) {
      this.log.warn(`The push service ${host} takes no pushes: ${why}. They are tried again, for PUSH_RETRY_SECONDS.`);
    }
    const requested = Math.min(retryAfter, LONGEST_REQUESTED_SECONDS);
    const pause = Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), LONGEST_RETRY_SECONDS);
    // Those that failed together are not tried again together.
    const givenUp = await this.pushes.putOff(id, Math.max(requested, pause * (1 + Math.random() / 2)), status);
    await this.subscriptions.tried(subscriptionId, false);
    if (givenUp) this.metrics.ended('failed');
  }
}

/** Of a room only the newest is shown to whoever was away. */
const topicOf = (roomId: string): string => Buffer.from(roomId.replaceAll('-', ''), 'hex').toString('base64url');
