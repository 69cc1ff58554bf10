import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { Backoff, spread } from '../../platform/async/backoff.js';
import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { JobWorker } from '../../platform/jobs/job-worker.js';
import type { JobKind } from '../../platform/jobs/job-worker.js';
import { LogRecord } from '../../platform/logging/log-record.js';
import { DuePushesRepository } from './due-pushes.repository.js';
import type { DuePush } from './due-pushes.repository.js';
import { PushMetrics } from './push-metrics.js';
import { payloadOf } from './push-payload.js';
import type { PushToSend } from './push-to-send.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { WebPush } from './web-push.js';
import type { PushResult } from './web-push.js';

/** In seconds. */
const BACKOFF = new Backoff(2, 300);
const LONGEST_REQUESTED = 600;

/** Sends pushes to browsers. They are retried for a time after their message, and then given up. */
@Injectable()
export class SendPushesJob implements JobKind<DuePush>, OnApplicationBootstrap, OnApplicationShutdown {
  readonly name = 'pushes';
  readonly atOnce = 32;
  readonly log = new Logger('Pushes');
  private readonly worker: JobWorker<DuePush>;

  constructor(
    private readonly queue: DuePushesRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly webPush: WebPush,
    private readonly metrics: PushMetrics,
    private readonly pulse: DatabasePulse,
  ) {
    this.worker = new JobWorker(this, queue);
  }

  onApplicationBootstrap(): void {
    if (this.isOn) this.worker.start(this.pulse);
    else this.log.log('Web Push is off: VAPID_PUBLIC_KEY is not set');
  }

  onApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  /** Takes due pushes now. */
  wake(): void {
    if (this.isOn) this.worker.wake();
  }

  async run(push: DuePush, stopping: AbortSignal): Promise<void> {
    const { what } = push;
    if (typeof what === 'string') {
      await this.queue.unsent(push, what);
      this.metrics.ended('unsent');
      return;
    }
    const { target, message } = what;
    const result = await this.webPush.send(target, payloadOf(message), topicOf(message.roomId), stopping);
    if (result.outcome === 'away') await this.putOff(push, what, result);
    else await this.end(push, what, result);
  }

  failed(_: DuePush, error: unknown): void {
    this.log.warn(`Cannot record the result of a push: ${String(error)}`);
  }

  private get isOn(): boolean {
    return this.webPush.publicKey !== undefined;
  }

  private async end(
    push: DuePush,
    { host, subscriptionId }: PushToSend,
    result: Exclude<PushResult, { outcome: 'away' }>,
  ): Promise<void> {
    if (result.outcome !== 'not_public' && this.queue.services.answered(host)) {
      this.log.log(LogRecord.from(`The push service ${host} is available again`, { host }));
    }
    if (result.outcome === 'sent') {
      await this.queue.sent(push, result.status);
      await this.subscriptions.tried(subscriptionId, true);
      this.metrics.ended('sent');
      return;
    }
    await this.queue.unsent(push, result.outcome, result.outcome === 'not_public' ? undefined : result.status);
    if (result.outcome === 'gone') await this.subscriptions.removeById(subscriptionId);
    else await this.subscriptions.tried(subscriptionId, false);
    this.metrics.ended('failed');
  }

  private async putOff(
    push: DuePush,
    { host, subscriptionId }: PushToSend,
    { status, why, retryAfter = 0 }: Extract<PushResult, { outcome: 'away' }>,
  ): Promise<void> {
    const requested = Math.min(retryAfter, LONGEST_REQUESTED);
    if (this.queue.services.failed(host, requested)) {
      const text = `The push service ${host} is unavailable: ${why}. Its pushes are retried, for PUSH_RETRY_SECONDS.`;
      this.log.warn(LogRecord.from(text, { host }));
    }
    const pause = spread(BACKOFF.pause(push.attempts - 1), 0.5);
    const isGivenUp = await this.queue.putOff(push, Math.max(requested, pause), status);
    await this.subscriptions.tried(subscriptionId, false);
    if (isGivenUp) this.metrics.ended('failed');
  }
}

/** One topic per room: a user who was offline sees only the newest push of each room. */
const topicOf = (roomId: string): string => Buffer.from(roomId.replaceAll('-', ''), 'hex').toString('base64url');
