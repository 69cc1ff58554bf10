import { Module } from '@nestjs/common';

import { TimersModule } from '../../platform/timers/timers.module.js';
import { ModerationModule } from '../moderation/moderation.service.js';
import { UploadClaimsModule } from '../uploads/claims/upload-claims.module.js';
import { AddMembers } from './acts/add-members.js';
import { AdmitInvited } from './acts/admit-invited.js';
import { AnswerInvitation } from './acts/answer-invitation.js';
import { CreateRoom } from './acts/create-room.js';
import { InviteUsers } from './acts/invite-users.js';
import { JoinRoom } from './acts/join-room.js';
import { ReviewJoinRequest } from './acts/review-join-request.js';
import { RoomActsModule } from './acts/room-acts.module.js';
import { WriteRoom } from './acts/write-room.js';
import { DispatchedRoomLogModule } from './change-log/dispatched-room-log.js';
import { RoomLogReplayModule } from './change-log/room-log-replay.module.js';
import { ConsentModule } from './consent/consent.module.js';
import { EpochsRepository } from './epochs/epochs.repository.js';
import { ChannelSearchEvent } from './events/channel-search.event.js';
import { RoomAddMembersEvent } from './events/room-add-members.event.js';
import { RoomAnswerInviteEvent } from './events/room-answer-invite.event.js';
import { RoomCreateEvent } from './events/room-create.event.js';
import { RoomInfoEvent } from './events/room-info.event.js';
import { RoomInviteEvent } from './events/room-invite.event.js';
import { RoomJoinEvent } from './events/room-join.event.js';
import { RoomModifyEvent, modifications } from './events/room-modify.event.js';
import { RoomNoticesEvent } from './events/room-notices.event.js';
import { RoomPreviewEvent } from './events/room-preview.event.js';
import { RoomReviewJoinEvent } from './events/room-review-join.event.js';
import { MembershipModule } from './membership/membership.module.js';
import { ChangeSettings } from './modifications/change-settings.js';
import { NoticePages } from './notices/notice-pages.js';
import { RoomPreviews } from './previews/room-previews.js';
import { RoomPreviewsRepository } from './previews/room-previews.repository.js';
import { RestrictionsModule } from './restrictions/restrictions.module.js';

@Module({
  imports: [MembershipModule],
  providers: [ChannelSearchEvent, RoomPreviewEvent, RoomPreviews, RoomPreviewsRepository],
})
class RoomPreviewsModule {}

/** The parts of rooms, and the acts that make rooms, change them and bring in members. */
@Module({
  imports: [
    ConsentModule,
    DispatchedRoomLogModule,
    MembershipModule,
    ModerationModule,
    RestrictionsModule,
    RoomActsModule,
    RoomLogReplayModule,
    RoomPreviewsModule,
    TimersModule,
    UploadClaimsModule,
  ],
  providers: [
    AddMembers,
    AdmitInvited,
    AnswerInvitation,
    ChangeSettings,
    CreateRoom,
    EpochsRepository,
    InviteUsers,
    JoinRoom,
    NoticePages,
    ReviewJoinRequest,
    RoomAddMembersEvent,
    RoomAnswerInviteEvent,
    RoomCreateEvent,
    RoomInfoEvent,
    RoomInviteEvent,
    RoomJoinEvent,
    RoomModifyEvent,
    RoomNoticesEvent,
    RoomReviewJoinEvent,
    WriteRoom,
    ...modifications,
  ],
  exports: [
    AdmitInvited,
    ChangeSettings,
    ConsentModule,
    DispatchedRoomLogModule,
    EpochsRepository,
    MembershipModule,
    RestrictionsModule,
    RoomActsModule,
    RoomLogReplayModule,
    WriteRoom,
  ],
})
export class RoomsModule {}
