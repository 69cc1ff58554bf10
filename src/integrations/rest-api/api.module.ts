import { Module } from '@nestjs/common';

import { AuthModule } from '../../auth/auth.module.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { RoomsModule } from '../../rooms/rooms.module.js';
import { ApiMetrics } from './api-metrics.js';
import { KeyCheck } from './key-check.js';
import { ApiKeyStatusRepository } from './keys/api-key-status.repository.js';
import { ApiKeysModule } from './keys/api-keys.service.js';
import { KeyUses } from './keys/key-uses.js';
import { LinkPreviewsController, MessagesController, PinsController, PollsController } from './messages.controller.js';
import { NoticesController } from './notices.controller.js';
import { MembersController, RoomPreferencesController, RoomsController } from './rooms.controller.js';
import { ScheduledController } from './scheduled.controller.js';
import { SessionsController } from './sessions.controller.js';
import { ThreadsController } from './threads.controller.js';
import { UsersController } from './users.controller.js';

/** The HTTP API for programs: client events as requests with an API key. */
@Module({
  imports: [ApiKeysModule, AuthModule, RoomsModule],
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
  providers: [ApiMetrics, KeyCheck, ApiKeyStatusRepository, KeyUses, RemoteAddresses],
})
export class ApiModule {}
