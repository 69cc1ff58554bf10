import { Module } from '@nestjs/common';

import { AuthModule } from '../../features/auth/auth.module.js';
import { DeliveryTraceModule } from '../../features/delivery-trace/delivery-trace.module.js';
import { ReminderPushesModule } from '../../features/saved-messages/reminder-pushes.js';
import { UsersModule } from '../../features/users/users.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { MessageAudiences } from './message-audiences.js';
import { PushRecipientsRepository } from './push-recipients.repository.js';
import { DuePushesRepository } from './due-pushes.repository.js';
import { PushController } from './push.controller.js';
import { PushAdministrationService } from './push-administration.service.js';
import { PushCleanup } from './push-cleanup.js';
import { PushOutboxConsumer, PushOutboxSubscription } from './push-outbox-consumer.js';
import { PushListRepository } from './push-list.repository.js';
import { PushMetrics } from './push-metrics.js';
import { PushRecipientResolver } from './push-recipient-resolver.js';
import { PushWarnings } from './push-warnings.js';
import { SendPushesJob } from './send-pushes.job.js';
import { PushSubscriptionsService } from './push-subscriptions.service.js';
import { PushesSource } from './pushes.source.js';
import { PushesRepository } from './pushes.repository.js';
import { PushedReminders } from './pushed-reminders.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { TracedPushesRepository } from './traced-pushes.repository.js';
import { WaitingMessagesRepository } from './waiting-messages.repository.js';
import { WebPush } from './web-push.js';
import { PushRequestPublisher } from './push-request-publisher.js';

/** For a server, which sends pushes. */
@Module({
  imports: [AuthModule, OutboxModule, ReminderPushesModule, WebhooksModule],
  controllers: [PushController],
  providers: [
    MessageAudiences,
    PushRecipientsRepository,
    DuePushesRepository,
    PushCleanup,
    PushOutboxConsumer,
    PushOutboxSubscription,
    PushesRepository,
    PushRecipientResolver,
    PushMetrics,
    PushWarnings,
    SendPushesJob,
    PushSubscriptionsService,
    SubscriptionsRepository,
    WaitingMessagesRepository,
    WebPush,
    PushRequestPublisher,
    PushedReminders,
  ],
  exports: [MessageAudiences],
})
export class PushModule {}

/** For commands and administrators, who list, test and trace pushes. */
@Module({
  imports: [DeliveryTraceModule, UsersModule],
  providers: [
    PushAdministrationService,
    PushesSource,
    PushListRepository,
    SubscriptionsRepository,
    TracedPushesRepository,
    WebPush,
  ],
  exports: [PushAdministrationService],
})
export class PushAdministrationModule {}
