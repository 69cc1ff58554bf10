import { Module } from '@nestjs/common';

import { OutboxConsumersModule, OutboxModule } from '../outbox/outbox.module.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryListRepository } from './delivery-list.repository.js';
import { DueDeliveriesRepository } from './due-deliveries.repository.js';
import { DeliveryRedactionRepository } from './delivery-redaction.repository.js';
import { SendDeliveriesJob } from './send-deliveries.job.js';
import { WebhookAdministrationService } from './webhook-administration.service.js';
import { WebhookCleanup } from './webhook-cleanup.js';
import { WebhookOutboxConsumer } from './webhook-outbox-consumer.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookReceivers } from './webhook-receivers.js';
import { WebhookWarnings } from './webhook-warnings.js';
import { WebhooksService } from './webhooks.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** Storage of webhooks and deliveries; needs no running node. */
@Module({
  imports: [OutboxConsumersModule],
  providers: [DeliveriesRepository, DeliveryRedactionRepository, WebhooksService, WebhooksRepository],
  exports: [DeliveriesRepository, DeliveryRedactionRepository, WebhooksService, WebhooksRepository],
})
class WrittenWebhooksModule {}

/** For commands. */
@Module({
  imports: [WrittenWebhooksModule],
  providers: [DeliveryListRepository, WebhookAdministrationService],
  exports: [WebhookAdministrationService, WrittenWebhooksModule],
})
export class WebhookAdministrationModule {}

/** For a server, which sends deliveries. */
@Module({
  imports: [OutboxModule, WrittenWebhooksModule],
  providers: [
    DueDeliveriesRepository,
    SendDeliveriesJob,
    WebhookCleanup,
    WebhookOutboxConsumer,
    WebhookMetrics,
    WebhookReceivers,
    WebhookWarnings,
  ],
  exports: [SendDeliveriesJob, WrittenWebhooksModule],
})
export class WebhooksModule {}
