import { Module } from '@nestjs/common';
import { InitialSnapshots } from '@parley/realtime/requests';

import { MessagesModule } from '../messages/index.js';
import { InitialSnapshotReader } from './arrivals.js';
import { NotificationAcknowledgeEvent } from './events/notification-acknowledge.event.js';
import { PendingSummaryRepository } from './glances.repository.js';
import { InitialSnapshotService } from './notifications.greeter.js';
import { PendingRepository } from './pending.repository.js';
import { ReactionNotificationsRepository } from './reaction-notifications.repository.js';

@Module({
  imports: [MessagesModule],
  providers: [
    PendingSummaryRepository,
    InitialSnapshotReader,
    PendingRepository,
    ReactionNotificationsRepository,
    { provide: InitialSnapshots, useClass: InitialSnapshotService },
    NotificationAcknowledgeEvent,
  ],
  exports: [InitialSnapshots],
})
export class NotificationsModule {}
