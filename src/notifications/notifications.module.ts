import { Module } from '@nestjs/common';
import { InitialSnapshots } from '@parley/realtime/requests';

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
    { provide: InitialSnapshots, useClass: NotificationsGreeter },
    NotificationAcknowledgeEvent,
  ],
  exports: [InitialSnapshots],
})
export class NotificationsModule {}
