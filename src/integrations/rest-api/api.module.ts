import { Module } from '@nestjs/common';

import { RoomsModule } from '../../rooms/rooms.module.js';
import { KeyAccessModule } from '../api-keys/key-access.module.js';
import { LinkPreviewsController, MessagesController, PinsController, PollsController } from './messages.controller.js';
import { NoticesController } from './notices.controller.js';
import { MembersController, RoomPreferencesController, RoomsController } from './rooms.controller.js';
import { ScheduledController } from './scheduled.controller.js';
import { SessionsController } from './sessions.controller.js';
import { ThreadsController } from './threads.controller.js';
import { UsersController } from './users.controller.js';

/** The HTTP API for programs: client events as requests with an API key. */
@Module({
  imports: [KeyAccessModule, RoomsModule],
  controllers: [
    RoomsController,
    RoomPreferencesController,
    NoticesController,
    MembersController,
    MessagesController,
    PinsController,
    ThreadsController,
    LinkPreviewsController,
    PollsController,
    ScheduledController,
    SessionsController,
    UsersController,
  ],
})
export class ApiModule {}
