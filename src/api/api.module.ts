import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/index.js';
import { RemoteAddresses } from '../http/index.js';
import { RoomsModule } from '../rooms/index.js';
import { ApiMetrics } from './http/api-metrics.js';
import { KeyCheck } from './http/key-check.js';
import { MembersController } from './http/members.controller.js';
import { MessagesController } from './http/messages.controller.js';
import { RoomsController } from './http/rooms.controller.js';
import { UsersController } from './http/users.controller.js';
import { ApiKeysModule } from './keys/api-keys.module.js';
import { ApiKeyStatusRepository } from './keys/key-standings.repository.js';
import { KeyUses } from './keys/key-uses.js';

/** The HTTP API for programs: client events as requests with an API key. */
@Module({
  imports: [ApiKeysModule, AuthModule, RoomsModule],
  controllers: [RoomsController, MembersController, MessagesController, UsersController],
  providers: [ApiMetrics, KeyCheck, ApiKeyStatusRepository, KeyUses, RemoteAddresses],
})
export class ApiModule {}
