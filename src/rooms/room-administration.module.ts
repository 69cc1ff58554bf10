import { Module } from '@nestjs/common';

import { MembersRepository } from './members.repository.js';
import { RoomAdministrationService } from './room-administration.js';
import { RoomSummariesRepository } from './room-summaries.repository.js';
import { RoomsRepository } from './rooms.repository.js';

/** The providers of the `rooms` commands: none needs a running node. */
@Module({
  providers: [MembersRepository, RoomAdministrationService, RoomSummariesRepository, RoomsRepository],
  exports: [RoomAdministrationService, RoomsRepository],
})
export class RoomAdministrationModule {}
