import { Module } from '@nestjs/common';

import { RoomActsModule } from '../../rooms/acts/room-acts.module.js';
import { UploadClaimsModule } from '../../uploads/claims/upload-claims.module.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { MessageChangesRepository } from '../changes/message-changes.repository.js';
import { ThreadsRepository } from '../threads/threads.repository.js';
import { DeleteMessages } from './delete-messages.js';

const providers = [AttachedUploads, DeleteMessages, MessageChangesRepository, ThreadsRepository];

/** Changes of messages, for services and commands. */
@Module({ imports: [RoomActsModule, UploadClaimsModule], providers, exports: providers })
export class MessageActsModule {}
