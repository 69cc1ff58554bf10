import { Module } from '@nestjs/common';

import { RoomsModule } from '../rooms/index.js';
import { MessageSendEvent } from './events/message-send.event.js';
import { RoomMessagesEvent } from './events/room-messages.event.js';
import { GroupWriter } from './group-writer.js';
import { MessagePolicy } from './message.policy.js';
import { MessagesRepository } from './messages.repository.js';

const events = [MessageSendEvent, RoomMessagesEvent];

@Module({ imports: [RoomsModule], providers: [GroupWriter, MessagePolicy, MessagesRepository, ...events] })
export class MessagesModule {}
