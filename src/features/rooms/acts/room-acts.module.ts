import { Module } from '@nestjs/common';

import { KeyedMutex } from '../../../platform/async/keyed-mutex.js';
import { ChangeMembers } from '../membership/change-members.js';
import { MemberAddition } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import { MembershipsRepository } from '../membership/memberships.repository.js';
import { RoomNoticesRepository } from '../notices/room-notices.repository.js';
import { RoomChanges } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { RoomRecordsRepository } from '../room-records.repository.js';
import { RoomsRepository } from '../rooms.repository.js';
import { RoomTypes } from '../types/room-types.js';
import { UserBlocksRepository } from '../../blocking/user-blocks.repository.js';
import { StoredSettingsModule } from '../../deployment/deployment.module.js';
import { UsersModule } from '../../users/users.module.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import { EndRoom } from './end-room.js';
import { JoinDefaultRooms } from './join-default-rooms.js';

const providers = [
  ChangeMembers,
  EndRoom,
  KeyedMutex,
  MemberAddition,
  MembersRepository,
  MembershipsRepository,
  RoomChanges,
  RoomDirectory,
  RoomNoticesRepository,
  RoomRecordsRepository,
  RoomTypes,
  RoomsRepository,
];

/** Changes of rooms, for services and commands: each has its own `RoomLog`. */
@Module({
  imports: [StoredSettingsModule, UsersModule],
  providers: [...providers, ConsentRepository, JoinDefaultRooms, UserBlocksRepository],
  exports: providers,
})
export class RoomActsModule {}
