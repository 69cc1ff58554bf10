import { Module } from '@nestjs/common';

import { RoomAdministrationModule } from '../../rooms/administration/room-administration.service.js';
import { UploadClaimsModule } from '../../uploads/uploads.module.js';
import { AbandonedUploads } from '../attachments/abandoned-uploads.js';
import { AbandonedUploadsRepository } from '../attachments/abandoned-uploads.repository.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { MessageChangesRepository } from '../changes/message-changes.repository.js';
import { MessageRemoval } from './message-removal.js';
import { MessageErasure, MessagePurgeService } from './operator-removals.js';
import { OldMessagesRepository, SentMessagesRepository } from './removable-messages.repository.js';

/** Removal of messages for commands, which does not need a running node. */
@Module({
  imports: [RoomAdministrationModule, UploadClaimsModule],
  providers: [
    AbandonedUploads,
    AbandonedUploadsRepository,
    AttachedUploads,
    MessageChangesRepository,
    MessageErasure,
    MessagePurgeService,
    MessageRemoval,
    OldMessagesRepository,
    SentMessagesRepository,
  ],
  exports: [AbandonedUploads, MessageErasure, MessagePurgeService],
})
export class MessagePurgeModule {}
