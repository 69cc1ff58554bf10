import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { GroupsOf } from '@parley/realtime/inbound';

import { RoomCreateEvent } from './events/room-create.event.js';
import { MembershipsRepository } from './memberships.repository.js';
import { Memberships } from './memberships.js';
import { RoomPolicy } from './room.policy.js';
import { RoomsRepository } from './rooms.repository.js';
import { Channel } from './types/channel.js';
import { GroupChat } from './types/group-chat.js';
import { OneToOneChat } from './types/one-to-one-chat.js';
import { RoomTypes } from './types/room-types.js';

const types = [OneToOneChat, GroupChat, Channel];
const events = [RoomCreateEvent];

@Module({
  imports: [DiscoveryModule],
  providers: [
    MembershipsRepository,
    Memberships,
    { provide: GroupsOf, useExisting: Memberships },
    RoomPolicy,
    RoomsRepository,
    RoomTypes,
    ...types,
    ...events,
  ],
  exports: [GroupsOf, Memberships, RoomPolicy],
})
export class RoomsModule {}
