import { Module } from '@nestjs/common';

import { MailQueueModule } from '../mail/mail.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { UsersModule } from '../users/users.module.js';
import { AcceptInvitation } from './accept-invitation.js';
import { InvitationMail } from './invitation-mail.js';
import { InvitationLists } from './invitation-lists.js';
import { InvitationPolicy } from './invitation.policy.js';
import { InvitationsRepository } from './invitations.repository.js';
import { MailedTokens } from './mailed-tokens.js';
import { MakeInvitation } from './make-invitation.js';

/** Invitations to the deployment, for a command. */
@Module({
  imports: [MailQueueModule],
  providers: [InvitationLists, InvitationsRepository, MakeInvitation],
  exports: [InvitationLists, InvitationsRepository, MakeInvitation],
})
export class InvitationAdministrationModule {}

/** For a server, in whose rooms people come by invitations. */
@Module({
  imports: [InvitationAdministrationModule, MailQueueModule, RoomsModule, UsersModule],
  providers: [AcceptInvitation, InvitationMail, InvitationPolicy, MailedTokens],
  exports: [AcceptInvitation, InvitationAdministrationModule, InvitationPolicy],
})
export class InvitationsModule {}
