import { Module } from '@nestjs/common';

import { TimersModule } from '../../platform/timers/timers.module.js';
import { FileInventoryModule } from '../uploads/inventory/file-inventory.module.js';
import { UsersModule } from '../users/users.module.js';
import { MessageActsModule } from '../messages/acts/message-acts.module.js';
import { EndedRoomRemoval } from './ended-room-removal.js';
import { EndedRoomsRepository } from './ended-rooms.repository.js';
import { MessageErasure } from './message-erasure.js';
import { OldMessagePurge } from './old-message-purge.js';
import { OldMessagesRepository, SentMessagesRepository } from './removable-messages.repository.js';
import { RecentMessagesRepository } from './recent-messages.repository.js';
import { SenderPurgeService } from './sender-purge.service.js';

/** Removal of messages for commands, which does not need a running node. */
@Module({
  imports: [FileInventoryModule, MessageActsModule, TimersModule, UsersModule],
  providers: [
    EndedRoomRemoval,
    EndedRoomsRepository,
    MessageErasure,
    OldMessagePurge,
    OldMessagesRepository,
    RecentMessagesRepository,
    SenderPurgeService,
    SentMessagesRepository,
  ],
  exports: [EndedRoomRemoval, MessageErasure, OldMessagePurge, SenderPurgeService],
})
export class MessagePurgeModule {}
