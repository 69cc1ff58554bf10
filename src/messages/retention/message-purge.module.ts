import { Module } from '@nestjs/common';

import { RoomAdministrationModule } from '../../rooms/administration/room-administration.service.js';
import { UploadClaimsModule } from '../../uploads/uploads.module.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { MessageChangesRepository } from '../changes/message-changes.repository.js';
import { MessageRemoval } from './message-removal.js';
import { MessageErasure, MessagePurgeService } from './operator-removals.js';
import { OldMessagesRepository, SentMessagesRepository } from './removable-messages.repository.js';

/** Removal of messages for commands, which does not need a running node. */
@Module({
  imports: [RoomAdministrationModule, UploadClaimsModule],
  providers: [
    AttachedUploads,
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
