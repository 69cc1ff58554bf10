import { Module } from '@nestjs/common';

import { DatabaseKind } from '../../../platform/database/distribution/database-kind.js';
import { ModerationModule } from '../../moderation/moderation.service.js';
import { RoomsModule } from '../../rooms/rooms.module.js';
import { MessageActsModule } from '../acts/message-acts.module.js';
import { DraftsModule } from '../drafts/drafts.module.js';
import { HeldModule } from '../held/held.module.js';
import { MessageHistoryModule } from '../history/message-history.module.js';
import { PollsModule } from '../polls/polls.module.js';
import { ThreadsModule } from '../threads/threads.module.js';
import { BatchInsert } from './batch-insert.repository.js';
import { FurtherRows } from './inserted-rows.repository.js';
import { DraftFactory } from './draft.js';
import { IdempotentInsert } from './idempotent-insert.js';
import { MessageCheck } from './message-check.js';
import { MessageInsert } from './message-insert.js';
import { MessageReferences } from './message-references.js';
import { MessageSendEvent } from './message-send.event.js';
import { MessageSender } from './message-sender.js';
import { MessageWriter } from './message-writer.js';
import { MessagesRepository } from './messages.repository.js';
import { RoomInsert } from './room-insert.repository.js';
import { SendMetrics, StoredDispatch } from './stored-dispatch.js';
import { SendOutcomes } from './send-outcomes.js';
import { SlowModeRepository } from './slow-mode.repository.js';

@Module({
  imports: [
    DraftsModule,
    HeldModule,
    MessageActsModule,
    MessageHistoryModule,
    ModerationModule,
    PollsModule,
    RoomsModule,
    ThreadsModule,
  ],
  providers: [
    BatchInsert,
    DraftFactory,
    FurtherRows,
    IdempotentInsert,
    MessageCheck,
    MessageReferences,
    MessageSendEvent,
    MessageSender,
    MessageWriter,
    MessagesRepository,
    RoomInsert,
    SendMetrics,
    SendOutcomes,
    SlowModeRepository,
    StoredDispatch,
    {
      provide: MessageInsert,
      useFactory: (kind: DatabaseKind, batch: BatchInsert, room: RoomInsert): MessageInsert =>
        kind.isDistributed ? room : batch,
      inject: [DatabaseKind, BatchInsert, RoomInsert],
    },
  ],
  exports: [DraftFactory, MessageCheck, MessageSender, MessageWriter, MessagesRepository, StoredDispatch],
})
export class SendingModule {}
