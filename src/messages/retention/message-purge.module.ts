import { Module } from '@nestjs/common';

import { RoomAdministrationModule } from '../../rooms/administration/room-administration.service.js';
import { MessageChangesRepository } from '../changes/message-changes.repository.js';
import { MessageRemoval } from './message-removal.js';
import { MessageErasure, MessagePurgeService } from './operator-removals.js';
import { OldMessagesRepository, SentMessagesRepository } from './removable-messages.repository.js';

/** Removal of messages for commands, which does not need a running node. */
@Module({
  imports: [RoomAdministrationModule],
  providers: [
    MessageChangesRepository,
    MessageErasure,
    MessagePurgeService,
    MessageRemoval,
    OldMessagesRepository,
    SentMessagesRepository,
  ],
  exports: [MessageErasure, MessagePurgeService],
})
export class MessagePurgeModule {}
