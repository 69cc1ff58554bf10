import { Injectable, Logger } from '@nestjs/common';
import { notFound, Refusal } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { AuditRepository } from '../audit/audit.repository.js';
import { actingUser } from '../audit/audited-act.js';
import { reasonOf } from '../../platform/logging/log-record.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { AdmitInvited } from '../rooms/acts/admit-invited.js';
import { toUser } from '../users/user.view.js';
import { UsersRepository } from '../users/users.repository.js';
import { InvitationPolicy } from './invitation.policy.js';
import { InvitationsRepository } from './invitations.repository.js';
import type { OpenInvitation } from './invitations.repository.js';
import { MailedTokens } from './mailed-tokens.js';

/** What an accepted invitation has led to. */
export interface AcceptedInvitation {
  /** The ids of its rooms in which the user is now. */
  readonly rooms: readonly string[];
}

/** An invitation, as somebody with its token uses it. */
export interface GivenInvitation extends OpenInvitation {
  /** Whether the token is of the mail to its address, and not only of its inviter. */
  readonly isOfMail: boolean;
}

interface Entered {
  readonly rooms: readonly string[];
  /** Why a room was not entered, of several the first. */
  readonly refusal: Refusal | undefined;
}

/** People use invitations: they enter rooms, or make an account. */
@Injectable()
export class AcceptInvitation {
  private readonly log = new Logger('Invitations');

  constructor(
    private readonly policy: InvitationPolicy,
    private readonly invitations: InvitationsRepository,
    private readonly mailed: MailedTokens,
    private readonly admission: AdmitInvited,
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * The invitation of a token. It is void if its inviter might not make it today.
   * @param userId of a user for whom it is not used up if the user has used it
   * @throws Refusal 4004, the same for every void and every unknown one
   */
  async open(given: string, userId?: number): Promise<GivenInvitation> {
    const { token, isOfMail } = this.mailed.read(given);
    const invitation = await this.invitations.open(token, userId);
    if (!invitation || (invitation.role !== null && !this.policy.permits(invitation.role))) throw noInvitation();
    return { ...invitation, isOfMail };
  }

  /** Takes one of its uses, in the transaction that makes an account. @throws Refusal 4004 if it is void by now */
  async use(manager: Work['manager'], invitation: OpenInvitation, userId: number): Promise<void> {
    if (!(await this.invitations.use(manager, invitation, userId))) throw noInvitation();
  }

  /**
   * A new user enters the rooms of the invitation. One that is full or gone does not keep the user from the others. No
   * fault fails the sign-up: the account exists by now.
   */
  async enterRooms(invitation: OpenInvitation, userId: number): Promise<void> {
    try {
      const { refusal } = await this.enter(invitation, { user: toUser(await this.users.byId(userId)) });
      if (refusal) throw refusal;
    } catch (error) {
      this.log.warn(`The user ${String(userId)} could not enter a room of an invitation: ${reasonOf(error)}`);
    }
  }

  /**
   * A user enters the rooms of an invitation. Whoever is in all of them, or has used it before, uses nothing up.
   * @throws Refusal 4004 if it is void; that of the first room if the user can enter none
   */
  async accept(actor: Actor, token: string): Promise<AcceptedInvitation> {
    const userId = actor.user.id;
    const invitation = await this.open(token, userId);
    const before = await this.admission.roomsOf(userId);
    const hadUsed = await this.invitations.hasUsed(invitation, userId);
    if (!hadUsed) await this.unitOfWork.transaction(({ manager }) => this.use(manager, invitation, userId));
    const { rooms, refusal } = await this.enter(invitation, actor);
    await this.unitOfWork.transaction(async ({ manager }) => {
      // By the rooms of before: of several acceptances at once, each counts the room that one of them has entered.
      const isInMore = rooms.some((roomId) => !before.has(roomId));
      if (!hadUsed && !isInMore) await this.invitations.giveBack(manager, invitation, userId);
      if (!isInMore) return;
      const details = { invitation: invitation.id };
      await this.audit.record(manager, actingUser(actor), { action: 'invitations.accept', details });
    });
    if (rooms.length === 0 && refusal) throw refusal;
    return { rooms };
  }

  private async enter({ roomIds, inviterId }: OpenInvitation, actor: Actor): Promise<Entered> {
    const rooms: string[] = [];
    let first: Refusal | undefined;
    for (const roomId of roomIds) {
      try {
        await this.admission.admit(actor, roomId, inviterId);
        rooms.push(roomId);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        first ??= error;
      }
    }
    return { rooms, refusal: first };
  }
}

const noInvitation = (): Refusal => notFound('There is no such invitation.');
