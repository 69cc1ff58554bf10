import { Module } from '@nestjs/common';

import { LeaveRoom } from '../acts/leave-room.js';
import { RemoveMembers } from '../acts/remove-members.js';
import { RoomActsModule } from '../acts/room-acts.module.js';
import { DispatchedRoomLogModule } from '../change-log/dispatched-room-log.js';
import { RoomLeaveEvent } from '../events/room-leave.event.js';
import { RoomMembersEvent } from '../events/room-members.event.js';
import { RoomRemoveMembersEvent } from '../events/room-remove-members.event.js';
import { RoomPolicy } from '../room.policy.js';
import { ClosedChats } from './closed-chats.js';
import { HiddenChatsRepository } from './hidden-chats.repository.js';
import { HiddenChats } from './hidden-chats.js';
import { JoinRequestsRepository } from './join-requests.repository.js';
import { MemberRemoval } from './member-changes.js';
import { MemberPagesRepository } from './member-pages.repository.js';
import { MemberPages } from './member-pages.js';
import { NearUsersRepository } from './near-users.repository.js';

/** Who is in a room, and what they may do there. */
@Module({
  imports: [DispatchedRoomLogModule, RoomActsModule],
  providers: [
    ClosedChats,
    HiddenChats,
    HiddenChatsRepository,
    JoinRequestsRepository,
    LeaveRoom,
    MemberPages,
    MemberPagesRepository,
    MemberRemoval,
    NearUsersRepository,
    RemoveMembers,
    RoomLeaveEvent,
    RoomMembersEvent,
    RoomPolicy,
    RoomRemoveMembersEvent,
  ],
  exports: [ClosedChats, HiddenChats, JoinRequestsRepository, MemberRemoval, NearUsersRepository, RoomPolicy],
})
export class MembershipModule {}
