import { Module } from '@nestjs/common';

import { BlockingModule } from '../../blocking/blocking.module.js';
import { RoomActsModule } from '../acts/room-acts.module.js';
import { WithdrawInvitations } from '../acts/withdraw-invitations.js';
import { RoomInvitesEvent } from '../events/room-invites.event.js';
import { RoomWithdrawInviteEvent } from '../events/room-withdraw-invite.event.js';
import { MembershipModule } from '../membership/membership.module.js';
import { ConsentRepository } from './consent.repository.js';
import { InvitationPages } from './invitation-pages.js';
import { InvitationsRepository } from './invitations.repository.js';
import { Invitations } from './invitations.js';
import { StrangerContactsRepository } from './stranger-contacts.repository.js';
import { StrangerLimit } from './stranger-limit.js';

/** Whom users may add to rooms, and invitations. */
@Module({
  imports: [BlockingModule, MembershipModule, RoomActsModule],
  providers: [
    ConsentRepository,
    InvitationPages,
    Invitations,
    InvitationsRepository,
    RoomInvitesEvent,
    RoomWithdrawInviteEvent,
    StrangerContactsRepository,
    StrangerLimit,
    WithdrawInvitations,
  ],
  exports: [ConsentRepository, Invitations, InvitationsRepository, StrangerLimit],
})
export class ConsentModule {}
