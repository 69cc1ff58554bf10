import { Module } from '@nestjs/common';
import { Greeter } from '@parley/realtime/inbound';

import { MessagesModule } from '../messages/index.js';
import { Arrivals } from './arrivals.js';
import { NotificationAcknowledgeEvent } from './events/notification-acknowledge.event.js';
import { GlancesRepository } from './glances.repository.js';
import { NotificationsGreeter } from './notifications.greeter.js';
import { PendingRepository } from './pending.repository.js';
import { ReactionNotificationsRepository } from './reaction-notifications.repository.js';

@Module({
  imports: [MessagesModule],
  providers: [
    GlancesRepository,
    Arrivals,
    PendingRepository,
    ReactionNotificationsRepository,
    { provide: Greeter, useClass: NotificationsGreeter },
    NotificationAcknowledgeEvent,
  ],
  exports: [Greeter],
})
export class NotificationsModule {}
