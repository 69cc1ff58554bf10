import { Module } from '@nestjs/common';

import { BlockingModule } from '../blocking/blocking.module.js';
import { ModerationModule } from '../moderation/moderation.module.js';
import { TimersModule } from '../../platform/timers/timers.module.js';
import { UploadClaimsModule } from '../uploads/uploads.module.js';
import { UsersModule } from '../users/users.module.js';
import { AddMembers } from './acts/add-members.js';
import { AnswerInvitation } from './acts/answer-invitation.js';
import { CreateRoom } from './acts/create-room.js';
import { InviteUsers } from './acts/invite-users.js';
import { JoinRoom } from './acts/join-room.js';
import { LeaveRoom } from './acts/leave-room.js';
import { RemoveMembers } from './acts/remove-members.js';
import { RestrictUser } from './acts/restrict-user.js';
import { ReviewJoinRequest } from './acts/review-join-request.js';
import { RoomActsModule } from './acts/room-acts.module.js';
import { WithdrawInvitations } from './acts/withdraw-invitations.js';
import { DispatchedRoomLogModule } from './change-log/dispatched-room-log.module.js';
import { RoomEventReplayer } from './change-log/room-event-replayer.js';
import { RoomLogReplay } from './change-log/room-log-replay.js';
import { RoomLogRepository } from './change-log/room-log.repository.js';
import { RoomPreviews } from './previews/room-previews.js';
import { RoomPreviewsRepository } from './previews/room-previews.repository.js';
import { ConsentRepository } from './consent/consent.repository.js';
import { InvitationPages } from './consent/invitation-pages.js';
import { InvitationsRepository } from './consent/invitations.repository.js';
import { Invitations } from './consent/invitations.js';
import { StrangerContactsRepository } from './consent/stranger-contacts.repository.js';
import { StrangerLimit } from './consent/stranger-limit.js';
import { EpochsRepository } from './epochs/epochs.repository.js';
import { ChannelSearchEvent } from './events/channel-search.event.js';
import { RoomAddMembersEvent } from './events/room-add-members.event.js';
import { RoomAnswerInviteEvent } from './events/room-answer-invite.event.js';
import { RoomCreateEvent } from './events/room-create.event.js';
import { RoomInfoEvent } from './events/room-info.event.js';
import { RoomInviteEvent } from './events/room-invite.event.js';
import { RoomInvitesEvent } from './events/room-invites.event.js';
import { RoomJoinEvent } from './events/room-join.event.js';
import { RoomLeaveEvent } from './events/room-leave.event.js';
import { RoomMembersEvent } from './events/room-members.event.js';
import { modifications, RoomModifyEvent } from './events/room-modify.event.js';
import { RoomNoticesEvent } from './events/room-notices.event.js';
import { RoomRemoveMembersEvent } from './events/room-remove-members.event.js';
import { RoomPreviewEvent } from './events/room-preview.event.js';
import { RoomRestrictEvent } from './events/room-restrict.event.js';
import { RoomRestrictionsEvent } from './events/room-restrictions.event.js';
import { RoomReviewJoinEvent } from './events/room-review-join.event.js';
import { RoomWithdrawInviteEvent } from './events/room-withdraw-invite.event.js';
import { ClosedChats } from './membership/closed-chats.js';
import { HiddenChats } from './membership/hidden-chats.js';
import { HiddenChatsRepository } from './membership/hidden-chats.repository.js';
import { JoinRequestsRepository } from './membership/join-requests.repository.js';
import { MemberRemoval } from './membership/member-changes.js';
import { MemberPages } from './membership/member-pages.js';
import { MemberPagesRepository } from './membership/member-pages.repository.js';
import { NoticePages } from './notices/notice-pages.js';
import { RestrictionEnding } from './restrictions/restriction-ending.js';
import { RestrictionPages } from './restrictions/restriction-pages.js';
import { RestrictionReplayer } from './restrictions/restriction-replayer.js';
import { RoomRestrictionsRepository } from './restrictions/room-restrictions.repository.js';
import { RoomRestrictionsService } from './restrictions/room-restrictions.service.js';
import { RoomPolicy } from './room.policy.js';

const acts = [
  AddMembers,
  AnswerInvitation,
  CreateRoom,
  InviteUsers,
  JoinRoom,
  LeaveRoom,
  RemoveMembers,
  RestrictUser,
  ReviewJoinRequest,
  WithdrawInvitations,
];

const events = [
  ChannelSearchEvent,
  RoomAddMembersEvent,
  RoomAnswerInviteEvent,
  RoomCreateEvent,
  RoomInfoEvent,
  RoomInviteEvent,
  RoomInvitesEvent,
  RoomJoinEvent,
  RoomLeaveEvent,
  RoomMembersEvent,
  RoomModifyEvent,
  RoomNoticesEvent,
  RoomRemoveMembersEvent,
  RoomPreviewEvent,
  RoomRestrictEvent,
  RoomRestrictionsEvent,
  RoomReviewJoinEvent,
  RoomWithdrawInviteEvent,
];

@Module({
  imports: [
    DispatchedRoomLogModule,
    RoomActsModule,
    ModerationModule,
    BlockingModule,
    TimersModule,
    UploadClaimsModule,
    UsersModule,
  ],
  providers: [
    ConsentRepository,
    EpochsRepository,
    InvitationPages,
    Invitations,
    InvitationsRepository,
    StrangerContactsRepository,
    StrangerLimit,
    MemberRemoval,
    ClosedChats,
    HiddenChats,
    HiddenChatsRepository,
    JoinRequestsRepository,
    MemberPages,
    MemberPagesRepository,
    NoticePages,
    RoomLogReplay,
    RoomLogRepository,
    RoomPreviews,
    RoomPreviewsRepository,
    RestrictionEnding,
    RestrictionPages,
    RestrictionReplayer,
    RoomRestrictionsRepository,
    RoomRestrictionsService,
    RoomPolicy,
    RoomEventReplayer,
    ...acts,
    ...modifications,
    ...events,
  ],
  exports: [
    ClosedChats,
    DispatchedRoomLogModule,
    EpochsRepository,
    HiddenChats,
    RestrictUser,
    RoomActsModule,
    RoomLogReplay,
    RoomPolicy,
    RoomRestrictionsService,
    StrangerLimit,
  ],
})
export class RoomsModule {}
