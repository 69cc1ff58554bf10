import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../database/index.js';
import { FeedFollowersRepository } from '../feed/index.js';
import { FOLLOWER } from './follower-name.js';
import { WebhookOutlet } from './webhook-outlet.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/**
 * Decides whether push consumes the outbox. While no browser and no webhook receives pushes, it does not, and push
 * costs nothing.
 */
@Injectable()
export class PushFollowing {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly followers: FeedFollowersRepository,
    private readonly outlet: WebhookOutlet,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Starts or stops the consumption by the current subscriptions and webhooks. */
  async settle(): Promise<void> {
    await this.unitOfWork.run(async ({ manager }) => {
      if ((await this.outlet.isWanted(manager)) || (await this.subscriptions.areThere(manager)))
        await this.followers.follows(manager, FOLLOWER);
      else await this.followers.ceases(manager, FOLLOWER);
    });
  }
}
