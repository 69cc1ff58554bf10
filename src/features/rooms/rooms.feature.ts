import type { Feature } from '../../platform/feature/feature.js';
import { RoomChangeRow } from './change-log/room-change.entity.js';
import { RoomDeparture, RoomInvitationRow, StrangerContactsRow } from './consent/consent.entity.js';
import { Epoch, EpochRoom } from './epochs/epoch.entity.js';
import { PastMembership } from './membership/past-membership.entity.js';
import { JoinRequest, RoomMember } from './membership/room-member.entity.js';
import { RoomNoticeRow } from './notices/room-notice.entity.js';
import { RoomRestrictionRow } from './restrictions/room-restriction.entity.js';
import { Room, RoomPair } from './room.entity.js';
import { roomsPersonalData } from './rooms.personal-data.js';

export const roomsFeature: Feature = {
  entities: [
    RoomChangeRow,
    RoomDeparture,
    RoomInvitationRow,
    StrangerContactsRow,
    Epoch,
    EpochRoom,
    PastMembership,
    JoinRequest,
    RoomMember,
    RoomNoticeRow,
    RoomRestrictionRow,
    Room,
    RoomPair,
  ],
  personalData: roomsPersonalData,
  module: async () => (await import('./rooms.module.js')).RoomsModule,
};
