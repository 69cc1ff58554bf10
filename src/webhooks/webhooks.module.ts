import { Module } from '@nestjs/common';

import { FeedFollowersModule, FeedModule } from '../feed/index.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryListRepository } from './delivery-list.repository.js';
import { ToldTextsRepository } from './told-texts.repository.js';
import { WebhookAdministration } from './webhook-administration.js';
import { WebhookCleaning } from './webhook-cleaning.js';
import { WebhookFollower } from './webhook-follower.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookWorker } from './webhook-worker.js';
import { Webhooks } from './webhooks.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** Storage of webhooks and deliveries; needs no running node. */
@Module({
  imports: [FeedFollowersModule],
  providers: [DeliveriesRepository, ToldTextsRepository, Webhooks, WebhooksRepository],
  exports: [DeliveriesRepository, ToldTextsRepository, Webhooks, WebhooksRepository],
})
class WrittenWebhooksModule {}

/** For commands. */
@Module({
  imports: [WrittenWebhooksModule],
  providers: [DeliveryListRepository, WebhookAdministration],
  exports: [WebhookAdministration, WrittenWebhooksModule],
})
export class WebhookAdministrationModule {}

/** For a server, which sends deliveries. */
@Module({
  imports: [FeedModule, WrittenWebhooksModule],
  providers: [WebhookCleaning, WebhookFollower, WebhookMetrics, WebhookWorker],
  exports: [WrittenWebhooksModule],
})
export class WebhooksModule {}
