import { Module } from '@nestjs/common';

import { BlockingModule } from '../blocking/blocking.module.js';
import { ModerationModule } from '../moderation/moderation.service.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { TimersModule } from '../../platform/timers/timers.module.js';
import { UploadClaimsModule } from '../uploads/claims/upload-claims.module.js';
import { UsersModule } from '../users/users.module.js';
import { DeleteAsMember } from './acts/delete-as-member.js';
import { MessageActsModule } from './acts/message-acts.module.js';
import { ReactToMessage } from './acts/react-to-message.js';
import { AttachmentStatesRepository } from './attachments/attachment-states.repository.js';
import { ScannedAttachments } from './attachments/scanned-attachments.js';
import { MessageEdits } from './changes/message-edits.js';
import { MessageModifyEvent } from './changes/message-modify.event.js';
import { MessageReactEvent } from './changes/message-react.event.js';
import { ReactionsRepository } from './changes/reactions.repository.js';
import { MessageTypingEvent, RecentTyping } from './events/message-typing.event.js';
import { HeldRelease } from './held/held-release.js';
import { HeldModule } from './held/held.module.js';
import { MessageReleaseEvent } from './held/message-release.event.js';
import { ReleasePolicy } from './held/release.policy.js';
import { MessageEventReplayer } from './history/message-event-replayer.js';
import { MessageHistoryModule } from './history/message-history.module.js';
import { MessageLogRepository } from './history/message-log.repository.js';
import { LinkPreviewWriter } from './link-previews/link-preview-writer.js';
import { LinkPreviewsRepository } from './link-previews/link-previews.repository.js';
import { MessageRemovePreviewEvent } from './link-previews/message-remove-preview.event.js';
import { RemovePreview } from './link-previews/remove-preview.js';
import { MentionsRepository } from './mentions/mentions.repository.js';
import { PollsModule } from './polls/polls.module.js';
import { ReceiptsModule } from './receipts/receipts.module.js';
import { SendingModule } from './sending/sending.module.js';
import { ThreadsModule } from './threads/threads.module.js';

/** The parts of messages, and what changes messages that were sent. */
@Module({
  imports: [
    BlockingModule,
    HeldModule,
    MessageActsModule,
    MessageHistoryModule,
    ModerationModule,
    PollsModule,
    ReceiptsModule,
    RoomsModule,
    SendingModule,
    ThreadsModule,
    TimersModule,
    UploadClaimsModule,
    UsersModule,
  ],
  providers: [
    AttachmentStatesRepository,
    DeleteAsMember,
    HeldRelease,
    LinkPreviewWriter,
    LinkPreviewsRepository,
    MentionsRepository,
    MessageEdits,
    MessageEventReplayer,
    MessageLogRepository,
    MessageModifyEvent,
    MessageReactEvent,
    MessageReleaseEvent,
    MessageRemovePreviewEvent,
    MessageTypingEvent,
    ReactToMessage,
    ReactionsRepository,
    RecentTyping,
    ReleasePolicy,
    RemovePreview,
    ScannedAttachments,
  ],
  exports: [
    HeldModule,
    HeldRelease,
    LinkPreviewWriter,
    MessageActsModule,
    MessageHistoryModule,
    ReceiptsModule,
    SendingModule,
  ],
})
export class MessagesModule {}
