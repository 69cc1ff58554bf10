import { Module } from '@nestjs/common';
import { InitialSnapshots } from '@parley/realtime/requests';

import { MessagesModule } from '../messages/messages.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { ScheduledMessagesModule } from '../scheduled-messages/scheduled-messages.module.js';
import { AcknowledgeNotifications } from './acts/acknowledge-notifications.js';
import { NotificationAcknowledgeEvent } from './events/notification-acknowledge.event.js';
import { FirstFrameUsersRepository } from './first-frame-users.repository.js';
import { InitialSnapshotService } from './initial-snapshot.js';
import { NotificationRoomsRepository } from './notification-rooms.repository.js';
import { ReactionNotificationsRepository } from './reaction-notifications.repository.js';
import { InitialSnapshotReader } from './pending/initial-snapshot-reader.js';
import { PendingSummaryRepository } from './pending/pending-summary.repository.js';
import { PendingRepository } from './pending/pending.repository.js';
import { RoomBacklogRepository } from './pending/room-backlog.repository.js';
import { RoomBacklogs } from './pending/room-backlogs.js';

@Module({
  imports: [MessagesModule, RoomsModule, ScheduledMessagesModule],
  providers: [
    AcknowledgeNotifications,
    FirstFrameUsersRepository,
    PendingSummaryRepository,
    InitialSnapshotReader,
    NotificationRoomsRepository,
    PendingRepository,
    RoomBacklogRepository,
    RoomBacklogs,
    ReactionNotificationsRepository,
    { provide: InitialSnapshots, useClass: InitialSnapshotService },
    NotificationAcknowledgeEvent,
  ],
  exports: [InitialSnapshots],
})
export class NotificationsModule {}
