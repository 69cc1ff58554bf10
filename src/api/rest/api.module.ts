import { Module } from '@nestjs/common';

import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { RoomsModule } from '../../features/rooms/rooms.module.js';
import { KeyAccessModule } from '../../features/api-keys/key-access.module.js';
import { HeldController } from './held.controller.js';
import { LinkPreviewsController, MessagesController, PinsController, PollsController } from './messages.controller.js';
import { NoticesController } from './notices.controller.js';
import { RestrictionsController } from './restrictions.controller.js';
import { MembersController, RoomPreferencesController, RoomsController } from './rooms.controller.js';
import { ReportsController } from './reports.controller.js';
import { ScheduledController } from './scheduled.controller.js';
import { SessionsController } from './sessions.controller.js';
import { ThreadsController } from './threads.controller.js';
import { UsersController } from './users.controller.js';

/** The HTTP API for programs: client events as requests with an API key. */
@Module({
  imports: [KeyAccessModule, RoomsModule],
  providers: [RemoteAddresses],
  controllers: [
    RoomsController,
    RoomPreferencesController,
    NoticesController,
    MembersController,
    RestrictionsController,
    MessagesController,
    PinsController,
    HeldController,
    ThreadsController,
    LinkPreviewsController,
    PollsController,
    ReportsController,
    ScheduledController,
    SessionsController,
    UsersController,
  ],
})
export class ApiModule {}
