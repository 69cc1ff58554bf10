import { Module } from '@nestjs/common';
import { ConnectionGroups } from '@parley/realtime/requests';

import { MemberAddition } from './arrivals.js';
import { MemberRemoval } from './departures.js';
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
import { RoomEventReplayer } from './log/room-teller.js';
import { MemberPagesRepository } from './member-pages.repository.js';
import { MembersRepository } from './members.repository.js';
import { MembershipsRepository } from './memberships.repository.js';
import { MembershipCache } from './memberships.js';
import { modifications } from './modifications/modifications.js';
import { MembershipEvents } from './moves.js';
import { RoomChanges } from './room-changes.js';
import { RoomDirectory } from './room-directory.js';
import { RoomEndListener } from './room-news.js';
import { RoomPolicy } from './room.policy.js';
import { KeyedMutex } from './room-turns.js';
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
    MemberAddition,
    MemberRemoval,
    JoinRequestsRepository,
    MemberPagesRepository,
    MembersRepository,
    MembershipsRepository,
    MembershipCache,
    { provide: ConnectionGroups, useExisting: MembershipCache },
    MembershipEvents,
    RoomChanges,
    RoomDirectory,
    RoomLog,
    RoomLogRepository,
    RoomEndListener,
    RoomPolicy,
    RoomsRepository,
    RoomEventReplayer,
    KeyedMutex,
    RoomTypes,
    ...modifications,
    ...events,
  ],
  exports: [
    ConnectionGroups,
    MembershipCache,
    RoomChanges,
    RoomDirectory,
    RoomLog,
    RoomPolicy,
    RoomsRepository,
    RoomTypes,
  ],
})
export class RoomsModule {}
