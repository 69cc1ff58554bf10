import { Module } from '@nestjs/common';
import { ConnectionGroups } from '@parley/realtime/requests';

import { Arrivals } from './arrivals.js';
import { Departures } from './departures.js';
import { RoomAddMembersEvent } from './events/room-add-members.event.js';
import { RoomCreateEvent } from './events/room-create.event.js';
import { RoomInfoEvent } from './events/room-info.event.js';
import { RoomJoinEvent } from './events/room-join.event.js';
import { RoomLeaveEvent } from './events/room-leave.event.js';
import { RoomMembersEvent } from './events/room-members.event.js';
import { RoomModifyEvent } from './events/room-modify.event.js';
import { RoomRemoveMembersEvent } from './events/room-remove-members.event.js';
import { RoomReviewJoinEvent } from './events/room-review-join.event.js';
import { JoinRequestsRepository } from './join-requests.repository.js';
import { RoomLog } from './log/room-log.js';
import { RoomLogRepository } from './log/room-log.repository.js';
import { RoomTeller } from './log/room-teller.js';
import { MemberPagesRepository } from './member-pages.repository.js';
import { MembersRepository } from './members.repository.js';
import { MembershipsRepository } from './memberships.repository.js';
import { Memberships } from './memberships.js';
import { modifications } from './modifications/modifications.js';
import { Moves } from './moves.js';
import { RoomChanges } from './room-changes.js';
import { RoomDirectory } from './room-directory.js';
import { RoomNews } from './room-news.js';
import { RoomPolicy } from './room.policy.js';
import { RoomTurns } from './room-turns.js';
import { RoomsRepository } from './rooms.repository.js';
import { RoomTypes } from './types/room-types.js';

const events = [
  RoomAddMembersEvent,
  RoomCreateEvent,
  RoomInfoEvent,
  RoomJoinEvent,
  RoomLeaveEvent,
  RoomMembersEvent,
  RoomModifyEvent,
  RoomRemoveMembersEvent,
  RoomReviewJoinEvent,
];

@Module({
  providers: [
    Arrivals,
    Departures,
    JoinRequestsRepository,
    MemberPagesRepository,
    MembersRepository,
    MembershipsRepository,
    Memberships,
    { provide: ConnectionGroups, useExisting: Memberships },
    Moves,
    RoomChanges,
    RoomDirectory,
    RoomLog,
    RoomLogRepository,
    RoomNews,
    RoomPolicy,
    RoomsRepository,
    RoomTeller,
    RoomTurns,
    RoomTypes,
    ...modifications,
    ...events,
  ],
  exports: [ConnectionGroups, Memberships, RoomChanges, RoomDirectory, RoomLog, RoomPolicy, RoomsRepository, RoomTypes],
})
export class RoomsModule {}
