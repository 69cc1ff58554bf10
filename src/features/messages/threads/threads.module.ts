import { Module } from '@nestjs/common';

import { PrivateLogModule } from '../../private-log/private-log.module.js';
import { RoomsModule } from '../../rooms/rooms.module.js';
import { MessageActsModule } from '../acts/message-acts.module.js';
import { MessageHistoryModule } from '../history/message-history.module.js';
import { MessageReadEvent } from '../receipts/message-read.event.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { ThreadFollowEvent } from './thread-follow.event.js';
import { ThreadListEvent } from './thread-list.event.js';
import { ThreadListRepository } from './thread-list.repository.js';
import { ThreadMembersRepository } from './thread-members.repository.js';
import { ThreadMessagesEvent } from './thread-messages.event.js';
import { ThreadPages } from './thread-pages.js';
import { ThreadRepliesRepository } from './thread-replies.repository.js';
import { ThreadsService } from './threads.js';

@Module({
  imports: [MessageActsModule, MessageHistoryModule, PrivateLogModule, ReceiptsModule, RoomsModule],
  providers: [
    MessageReadEvent,
    ThreadFollowEvent,
    ThreadListEvent,
    ThreadListRepository,
    ThreadMembersRepository,
    ThreadMessagesEvent,
    ThreadPages,
    ThreadRepliesRepository,
    ThreadsService,
  ],
  exports: [ThreadMembersRepository, ThreadRepliesRepository],
})
export class ThreadsModule {}
