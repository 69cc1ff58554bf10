import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../database/index.js';
import { FeedFollowersRepository } from '../feed/index.js';
import { FOLLOWER } from './follower-name.js';
import { WebhookOutlet } from './webhook-outlet.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/**
 * Whether there is anybody to hear of messages for. While no browser takes pushes and nobody else brings them, no message
 * is followed, and push costs nothing.
 */
@Injectable()
export class PushFollowing {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly followers: FeedFollowersRepository,
    private readonly outlet: WebhookOutlet,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Sees what is there. */
  async settle(): Promise<void> {
    await this.unitOfWork.run(async ({ manager }) => {
      if ((await this.outlet.isWanted(manager)) || (await this.subscriptions.areThere(manager)))
        await this.followers.follows(manager, FOLLOWER);
      else await this.followers.ceases(manager, FOLLOWER);
    });
  }
}
