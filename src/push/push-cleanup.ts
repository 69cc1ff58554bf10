import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { Recurring } from '../recurring.js';
import { Signals } from '../signals/index.js';
import { webhooksChanged } from '../webhooks/index.js';
import { PushFollowing } from './push-following.js';
import { PushesRepository } from './pushes.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { WebPush } from './web-push.js';

const CLEANUP_MS = 600_000;
/** A webhook that came while the database was away would be asked for nothing until then. */
const SETTLED_AGAIN_MS = 5_000;

/**
 * Removes what is kept no longer, ends what nobody sends, and sees who hears of messages: now and then, on every node.
 * However much there is to remove, who hears of messages does not wait for it.
 */
@Injectable()
export class PushCleanup implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(PushCleanup.name);
  private readonly cleanups = new Recurring(
    () => this.clean(),
    this.log,
    'Cannot remove what is kept of pushes no longer',
  );
  private readonly settlings = new Recurring(
    () => this.following.settle(),
    this.log,
    'Cannot see whether anybody is to hear of messages',
    SETTLED_AGAIN_MS,
  );

  constructor(
    private readonly pushes: PushesRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly following: PushFollowing,
    private readonly signals: Signals,
    private readonly webPush: WebPush,
  ) {}

  onApplicationBootstrap(): void {
    // What is under way may have looked before.
    this.signals.on(webhooksChanged, () => void this.settlings.run().then(() => this.settlings.run()));
    this.settlings.start(CLEANUP_MS);
    void this.settlings.run();
    this.cleanups.start(CLEANUP_MS);
    void this.cleanups.run();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.cleanups.stop(), this.settlings.stop()]);
  }

  private async clean(): Promise<void> {
    await this.pushes.endOverdue(this.webPush.publicKey === undefined ? 'push_off' : 'failed');
    await this.pushes.removeOld();
    await this.subscriptions.removeEnded();
  }
}
