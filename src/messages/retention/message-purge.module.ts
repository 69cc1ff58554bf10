import { Module } from '@nestjs/common';

import { RoomAdministrationModule } from '../../rooms/administration/room-administration.service.js';
import { MessageChangesRepository } from '../changes/message-changes.repository.js';
import { MessageErasure } from './message-erasure.js';
import { MessagePurgeService } from './message-purge.service.js';
import { MessageRemoval } from './message-removal.js';
import { OldMessagesRepository } from './old-messages.repository.js';
import { SentMessagesRepository } from './sent-messages.repository.js';

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
