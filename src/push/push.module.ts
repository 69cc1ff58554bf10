import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/index.js';
import { FeedFollowersModule, FeedModule } from '../feed/index.js';
import { UsersModule } from '../users/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { PushController } from './http/push.controller.js';
import { LooksRepository } from './looks.repository.js';
import { PushAdministration } from './push-administration.js';
import { PushCleanup } from './push-cleanup.js';
import { PushFollower } from './push-follower.js';
import { PushFollowing } from './push-following.js';
import { PushListRepository } from './push-list.repository.js';
import { PushLooks } from './push-looks.js';
import { PushMetrics } from './push-metrics.js';
import { PushSender } from './push-sender.js';
import { PushesRepository } from './pushes.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { WebPush } from './web-push.js';
import { WebhookOutlet } from './webhook-outlet.js';

/** For a server, which sends pushes. */
@Module({
  imports: [AuthModule, FeedModule, WebhooksModule],
  controllers: [PushController],
  providers: [
    LooksRepository,
    PushCleanup,
    PushFollower,
    PushFollowing,
    PushesRepository,
    PushLooks,
    PushMetrics,
    PushSender,
    SubscriptionsRepository,
    WebPush,
    WebhookOutlet,
  ],
})
export class PushModule {}

/** For commands, which list and test pushes. */
@Module({
  imports: [FeedFollowersModule, UsersModule],
  providers: [PushAdministration, PushListRepository, SubscriptionsRepository, WebPush],
  exports: [PushAdministration],
})
export class PushAdministrationModule {}
