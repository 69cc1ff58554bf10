import { Module } from '@nestjs/common';

import { RoomAdministrationModule } from '../../rooms/administration/room-administration.service.js';
import { FileInventoryModule } from '../../uploads/inventory/file-inventory.module.js';
import { UploadClaimsModule } from '../../uploads/uploads.module.js';
import { UsersModule } from '../../users/users.module.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { MessageChangesRepository } from '../changes/message-changes.repository.js';
import { EndedRoomRemoval } from './ended-room-removal.js';
import { EndedRoomsRepository } from './ended-rooms.repository.js';
import { MessageRemoval } from './message-removal.js';
import { MessageErasure, MessagePurgeService } from './operator-removals.js';
import { OldMessagesRepository, SentMessagesRepository } from './removable-messages.repository.js';
import { RecentMessagesRepository } from './recent-messages.repository.js';
import { SenderPurgeService } from './sender-purge.service.js';

/** Removal of messages for commands, which does not need a running node. */
@Module({
  imports: [FileInventoryModule, RoomAdministrationModule, UploadClaimsModule, UsersModule],
  providers: [
    AttachedUploads,
    EndedRoomRemoval,
    EndedRoomsRepository,
    MessageChangesRepository,
    MessageErasure,
    MessagePurgeService,
    MessageRemoval,
    OldMessagesRepository,
    RecentMessagesRepository,
    SenderPurgeService,
    SentMessagesRepository,
  ],
  exports: [EndedRoomRemoval, MessageErasure, MessagePurgeService, MessageRemoval, SenderPurgeService],
})
export class MessagePurgeModule {}
