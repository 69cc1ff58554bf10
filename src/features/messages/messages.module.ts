import { Module } from '@nestjs/common';

import { DatabaseKind } from '../../platform/database/distribution/database-kind.js';
import { BlockingModule } from '../blocking/blocking.module.js';
import { ModerationModule } from '../moderation/moderation.module.js';
import { PrivateLogModule } from '../private-log/private-log.module.js';
import { RoomPreferencesModule } from '../room-preferences/room-preferences.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { TimersModule } from '../../platform/timers/timers.module.js';
import { UploadClaimsModule } from '../uploads/uploads.module.js';
import { UsersModule } from '../users/users.module.js';
import { DeleteAsMember } from './acts/delete-as-member.js';
import { MessageActsModule } from './acts/message-acts.module.js';
import { ReactToMessage } from './acts/react-to-message.js';
import { AttachmentStatesRepository } from './attachments/attachment-states.repository.js';
import { ScannedAttachments } from './attachments/scanned-attachments.js';
import { MessageChanges } from './changes/message-changes.js';
import { MessageEdits } from './changes/message-edits.js';
import { ReactionsRepository } from './changes/reactions.repository.js';
import { ComposerDrafts } from './drafts/composer-drafts.js';
import { ComposerDraftsRepository } from './drafts/composer-drafts.repository.js';
import { SentDraftsRepository } from './drafts/sent-drafts.repository.js';
import { DraftSetEvent } from './events/draft-set.event.js';
import { MessageAcknowledgedEvent } from './events/message-acknowledged.event.js';
import { MessageModifyEvent } from './events/message-modify.event.js';
import { MessageReactEvent } from './events/message-react.event.js';
import { MessageReadEvent } from './events/message-read.event.js';
import { MessageRemovePreviewEvent } from './events/message-remove-preview.event.js';
import { HeldListEvent } from './events/held-list.event.js';
import { MessageReleaseEvent } from './events/message-release.event.js';
import { MessageSendEvent } from './events/message-send.event.js';
import { MessageTypingEvent, RecentTyping } from './events/message-typing.event.js';
import { PollCloseEvent } from './events/poll-close.event.js';
import { PollVoteEvent } from './events/poll-vote.event.js';
import { RoomMessagesEvent } from './events/room-messages.event.js';
import { ThreadFollowEvent } from './events/thread-follow.event.js';
import { ThreadListEvent } from './events/thread-list.event.js';
import { ThreadMessagesEvent } from './events/thread-messages.event.js';
import { HeldEnding } from './held/held-ending.js';
import { HeldListRepository } from './held/held-list.repository.js';
import { HeldMessages } from './held/held-messages.js';
import { HeldMessagesRepository } from './held/held-messages.repository.js';
import { HeldOfAllRoomsRepository } from './held/held-of-all-rooms.repository.js';
import { HeldMetrics } from './held/held-metrics.js';
import { HeldNotices } from './held/held-notices.js';
import { HeldPages } from './held/held-pages.js';
import { HeldRelease } from './held/held-release.js';
import { ReleasePolicy } from './held/release.policy.js';
import { HistoryPages } from './history/history-pages.js';
import { HistoryRepository } from './history/history.repository.js';
import { MessageLogRepository } from './history/message-log.repository.js';
import { MessageEventReplayer } from './history/message-event-replayer.js';
import { PageWalks } from './history/page-walk.js';
import { LinkPreviewWriter } from './link-previews/link-preview-writer.js';
import { LinkPreviewsRepository } from './link-previews/link-previews.repository.js';
import { RemovePreview } from './link-previews/remove-preview.js';
import { MentionCheck } from './mentions/mention-check.js';
import { MentionedMembersRepository } from './mentions/mentioned-members.repository.js';
import { MentionsRepository } from './mentions/mentions.repository.js';
import { MessagePolicy } from './message.policy.js';
import { MessageRooms } from './message-rooms.js';
import { MessageRoomsRepository } from './message-rooms.repository.js';
import { ClosePoll } from './polls/close-poll.js';
import { PollEnding } from './polls/poll-ending.js';
import { PollInsert } from './polls/poll-insert.repository.js';
import { PollVotesRepository } from './polls/poll-votes.repository.js';
import { PollsRepository } from './polls/polls.repository.js';
import { VoteInPoll } from './polls/vote-in-poll.js';
import { ReadableMessagesRepository } from './reading/readable-messages.repository.js';
import { AcknowledgementsService } from './receipts/acknowledgements.js';
import { MarkMessagesRead } from './receipts/mark-messages-read.js';
import { ReceiptDispatch } from './receipts/receipt-dispatch.js';
import { ReceiptLocks } from './receipts/receipt-locks.js';
import { ReceiptTurns } from './receipts/receipt-turns.js';
import { ReceiptsRepository } from './receipts/receipts.repository.js';
import { BatchInsert } from './sending/batch-insert.repository.js';
import { DraftFactory } from './sending/draft-factory.js';
import { IdempotentInsert } from './sending/idempotent-insert.js';
import { MessageCheck } from './sending/message-check.js';
import { MessageContent } from './sending/message-content.js';
import { MessageInsert } from './sending/message-insert.js';
import { MessageReferences } from './sending/message-references.js';
import { MessageSender } from './sending/message-sender.js';
import { MessageWriter } from './sending/message-writer.js';
import { MessagesRepository } from './sending/messages.repository.js';
import { SlowModeRepository } from './sending/slow-mode.repository.js';
import { RoomInsert } from './sending/room-insert.repository.js';
import { SendMetrics } from './sending/send-metrics.js';
import { SendOutcomes } from './sending/send-outcomes.js';
import { StoredDispatch } from './sending/stored-dispatch.js';
import { ThreadListRepository } from './threads/thread-list.repository.js';
import { ThreadMembersRepository } from './threads/thread-members.repository.js';
import { ThreadPages } from './threads/thread-pages.js';
import { ThreadRepliesRepository } from './threads/thread-replies.repository.js';
import { ThreadsService } from './threads/threads.js';

const events = [
  DraftSetEvent,
  MessageAcknowledgedEvent,
  MessageModifyEvent,
  MessageReactEvent,
  MessageReadEvent,
  MessageRemovePreviewEvent,
  HeldListEvent,
  MessageReleaseEvent,
  MessageSendEvent,
  MessageTypingEvent,
  PollCloseEvent,
  PollVoteEvent,
  RoomMessagesEvent,
  ThreadFollowEvent,
  ThreadListEvent,
  ThreadMessagesEvent,
];

@Module({
  imports: [
    BlockingModule,
    MessageActsModule,
    ModerationModule,
    PrivateLogModule,
    RoomPreferencesModule,
    RoomsModule,
    TimersModule,
    UploadClaimsModule,
    UsersModule,
  ],
  providers: [
    AcknowledgementsService,
    AttachmentStatesRepository,
    BatchInsert,
    ClosePoll,
    ComposerDrafts,
    ComposerDraftsRepository,
    DeleteAsMember,
    DraftFactory,
    HistoryPages,
    HistoryRepository,
    IdempotentInsert,
    LinkPreviewWriter,
    LinkPreviewsRepository,
    MarkMessagesRead,
    MentionCheck,
    MentionedMembersRepository,
    MentionsRepository,
    HeldEnding,
    HeldListRepository,
    HeldMessages,
    HeldMessagesRepository,
    HeldMetrics,
    HeldNotices,
    HeldOfAllRoomsRepository,
    HeldPages,
    HeldRelease,
    ReleasePolicy,
    MessageChanges,
    MessageEdits,
    MessageCheck,
    MessageContent,
    {
      provide: MessageInsert,
      useFactory: (kind: DatabaseKind, batch: BatchInsert, room: RoomInsert): MessageInsert =>
        kind.isDistributed ? room : batch,
      inject: [DatabaseKind, BatchInsert, RoomInsert],
    },
    MessageLogRepository,
    MessagePolicy,
    MessageReferences,
    MessageRooms,
    MessageRoomsRepository,
    MessageSender,
    MessagesRepository,
    MessageEventReplayer,
    MessageWriter,
    PageWalks,
    PollEnding,
    PollInsert,
    PollVotesRepository,
    PollsRepository,
    ReactionsRepository,
    ReactToMessage,
    ReadableMessagesRepository,
    ReceiptDispatch,
    ReceiptLocks,
    ReceiptTurns,
    ReceiptsRepository,
    RemovePreview,
    RoomInsert,
    SlowModeRepository,
    ScannedAttachments,
    SendMetrics,
    SendOutcomes,
    SentDraftsRepository,
    StoredDispatch,
    RecentTyping,
    ThreadListRepository,
    ThreadMembersRepository,
    ThreadPages,
    ThreadRepliesRepository,
    ThreadsService,
    VoteInPoll,
    ...events,
  ],
  exports: [
    HeldOfAllRoomsRepository,
    HeldRelease,
    AcknowledgementsService,
    DraftFactory,
    LinkPreviewWriter,
    MessageActsModule,
    MessageChanges,
    MessagePolicy,
    MessageRooms,
    MessageSender,
    MessagesRepository,
    MessageWriter,
    ReadableMessagesRepository,
    ReceiptLocks,
  ],
})
export class MessagesModule {}
