import { Module } from '@nestjs/common';

import { RoomsModule } from '../../rooms/rooms.module.js';
import { MessageChanges } from '../changes/message-changes.js';
import { MentionCheck } from '../mentions/mention-check.js';
import { MentionedMembersRepository } from '../mentions/mentioned-members.repository.js';
import { MessageRooms } from '../message-rooms.repository.js';
import { MessagePolicy } from '../message.policy.js';
import { ReadableMessagesRepository } from '../reading/readable-messages.repository.js';
import { MessageContent } from '../sending/message-content.js';
import { HistoryPages } from './history-pages.js';
import { HistoryRepository } from './history.repository.js';
import { PageWalks } from './page-walk.js';
import { RoomMessagesEvent } from './room-messages.event.js';

/** What the parts of messages need of each: permissions, rooms, content, and the history. */
@Module({
  imports: [RoomsModule],
  providers: [
    HistoryPages,
    HistoryRepository,
    MentionCheck,
    MentionedMembersRepository,
    MessageChanges,
    MessageContent,
    MessagePolicy,
    MessageRooms,
    PageWalks,
    ReadableMessagesRepository,
    RoomMessagesEvent,
  ],
  exports: [
    HistoryPages,
    HistoryRepository,
    MentionCheck,
    MessageChanges,
    MessageContent,
    MessagePolicy,
    MessageRooms,
    ReadableMessagesRepository,
  ],
})
export class MessageHistoryModule {}
