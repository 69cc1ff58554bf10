import { Module } from '@nestjs/common';

import { RoomsModule } from '../rooms/index.js';
import { AcknowledgementsService } from './acknowledgements.js';
import { MessageAcknowledgedEvent } from './events/message-acknowledged.event.js';
import { MessageModifyEvent } from './events/message-modify.event.js';
import { MessageReactEvent } from './events/message-react.event.js';
import { MessageReadEvent } from './events/message-read.event.js';
import { MessageSearchEvent } from './events/message-search.event.js';
import { MessageSendEvent } from './events/message-send.event.js';
import { MessageTypingEvent } from './events/message-typing.event.js';
import { RoomListEvent } from './events/room-list.event.js';
import { RoomMessagesEvent } from './events/room-messages.event.js';
import { HistoryPages } from './history-pages.js';
import { HistoryRepository } from './history.repository.js';
import { IdempotentInsert } from './idempotent-insert.js';
import { MessageChanges } from './message-changes.js';
import { MessageChangesRepository } from './message-changes.repository.js';
import { MessageContent } from './message-content.js';
import { MessageLogRepository } from './message-log.repository.js';
import { PurgeListener } from './message-news.js';
import { MessageReferences } from './message-references.js';
import { MessageRemoval } from './message-removal.js';
import { MessageRetention } from './message-retention.js';
import { MessageEventReplayer } from './message-teller.js';
import { MessageWriter } from './message-writer.js';
import { MessagePolicy } from './message.policy.js';
import { MessagesRepository } from './messages.repository.js';
import { OldMessagesRepository } from './old-messages.repository.js';
import { PageWalks } from './page-walk.js';
import { ReactionsRepository } from './reactions.repository.js';
import { ReceiptsRepository } from './receipts.repository.js';
import { RoomListRepository } from './room-list.repository.js';
import { MessageSearchService } from './search/message-search.js';
import { SearchRepository } from './search/search.repository.js';
import { SendMetrics } from './send-metrics.js';
import { RecentTyping } from './typing-told.js';

const events = [
  MessageAcknowledgedEvent,
  MessageModifyEvent,
  MessageReactEvent,
  MessageReadEvent,
  MessageSearchEvent,
  MessageSendEvent,
  MessageTypingEvent,
  RoomListEvent,
  RoomMessagesEvent,
];

@Module({
  imports: [RoomsModule],
  providers: [
    AcknowledgementsService,
    HistoryPages,
    HistoryRepository,
    IdempotentInsert,
    MessageChanges,
    MessageChangesRepository,
    MessageContent,
    MessageLogRepository,
    PurgeListener,
    MessagePolicy,
    MessageReferences,
    MessageRemoval,
    MessageRetention,
    MessageSearchService,
    MessagesRepository,
    MessageEventReplayer,
    MessageWriter,
    OldMessagesRepository,
    PageWalks,
    ReactionsRepository,
    ReceiptsRepository,
    RoomListRepository,
    SearchRepository,
    SendMetrics,
    RecentTyping,
    ...events,
  ],
  exports: [AcknowledgementsService, MessagePolicy],
})
export class MessagesModule {}
