import { Module } from '@nestjs/common';

import { KeyedMutex } from '../../platform/async/keyed-mutex.js';
import { MembersRepository } from '../membership/members.repository.js';
import { MembershipsRepository } from '../membership/memberships.repository.js';
import { RoomNoticesRepository } from '../notices/room-notices.repository.js';
import { RoomChanges } from '../room-changes.js';
import { RoomsRepository } from '../rooms.repository.js';
import { EndRoom } from './end-room.js';

const providers = [
  EndRoom,
  KeyedMutex,
  MembersRepository,
  MembershipsRepository,
  RoomChanges,
  RoomNoticesRepository,
  RoomsRepository,
];

/** Changes of rooms, for services and commands: each has its own `RoomLog`. */
@Module({ providers, exports: providers })
export class RoomActsModule {}
