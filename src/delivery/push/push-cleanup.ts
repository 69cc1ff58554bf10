import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { Signals } from '../../platform/cluster-signals/signals.js';
import { webhooksChanged } from '../webhooks/webhooks.js';
import { PushOutboxSubscription } from './push-outbox-consumer.js';
import { DuePushesRepository } from './due-pushes.repository.js';
import { PushesRepository } from './pushes.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { WebPush } from './web-push.js';

const CLEANUP_MS = 600_000;
/** A webhook that was created while the database was unavailable gets no requests until then. */
const SETTLED_AGAIN_MS = 5_000;

/**
 * Regularly removes old pushes and subscriptions, ends overdue pushes, and decides whether push consumes the outbox, on
 * every node. The decision does not wait for the removal.
 */
@Injectable()
export class PushCleanup implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(PushCleanup.name);
  private readonly cleanups = new PeriodicTask(() => this.clean(), this.log, 'Cannot remove old pushes');
  private readonly settlings = new PeriodicTask(
    () => this.outboxSubscription.update(),
    this.log,
    'Cannot decide whether push consumes the outbox',
    SETTLED_AGAIN_MS,
  );

  constructor(
    private readonly pushes: PushesRepository,
    private readonly queue: DuePushesRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly outboxSubscription: PushOutboxSubscription,
    private readonly signals: Signals,
    private readonly webPush: WebPush,
  ) {}

  onApplicationBootstrap(): void {
    // A run under way may have read the state before the change.
    this.signals.on(webhooksChanged, () => void this.settlings.runNow().then(() => this.settlings.runNow()));
    this.settlings.start(CLEANUP_MS);
    void this.settlings.runNow();
    this.cleanups.start(CLEANUP_MS);
    void this.cleanups.runNow();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.cleanups.stop(), this.settlings.stop()]);
  }

  private async clean(): Promise<void> {
    await this.queue.endOverdue(this.webPush.publicKey === undefined ? 'push_off' : 'failed');
    await this.pushes.removeOld();
    await this.subscriptions.removeEnded();
  }
}
