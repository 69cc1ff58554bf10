import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/index.js';
import { OutboxConsumersModule, OutboxModule } from '../feed/index.js';
import { UsersModule } from '../users/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { PushController } from './http/push.controller.js';
import { DuePushRepository } from './looks.repository.js';
import { PushAdministrationService } from './push-administration.js';
import { PushCleanup } from './push-cleanup.js';
import { PushOutboxConsumer } from './push-follower.js';
import { PushOutboxSubscription } from './push-following.js';
import { PushListRepository } from './push-list.repository.js';
import { PushRecipientResolver } from './push-looks.js';
import { PushMetrics } from './push-metrics.js';
import { PushSender } from './push-sender.js';
import { PushesRepository } from './pushes.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { WebPush } from './web-push.js';
import { PushRequestPublisher } from './webhook-outlet.js';

/** For a server, which sends pushes. */
@Module({
  imports: [AuthModule, OutboxModule, WebhooksModule],
  controllers: [PushController],
  providers: [
    DuePushRepository,
    PushCleanup,
    PushOutboxConsumer,
    PushOutboxSubscription,
    PushesRepository,
    PushRecipientResolver,
    PushMetrics,
    PushSender,
    SubscriptionsRepository,
    WebPush,
    PushRequestPublisher,
  ],
})
export class PushModule {}

/** For commands, which list and test pushes. */
@Module({
  imports: [OutboxConsumersModule, UsersModule],
  providers: [PushAdministrationService, PushListRepository, SubscriptionsRepository, WebPush],
  exports: [PushAdministrationService],
})
export class PushAdministrationModule {}
