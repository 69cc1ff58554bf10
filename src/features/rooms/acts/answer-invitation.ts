import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import type { EventContext } from '@parley/realtime/requests';

import { ConsentRepository } from '../consent/consent.repository.js';
import { InvitationsRepository } from '../consent/invitations.repository.js';
import { SELF } from '../membership/change-members.js';
import { MemberAddition } from '../membership/member-changes.js';
import { RoomChanges } from '../room-changes.js';
import { inviteAnswered } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';

/** A user accepts an invitation, and joins the room, or declines it, which only the user's own devices learn. */
@Injectable()
export class AnswerInvitation {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly invitations: InvitationsRepository,
    private readonly consent: ConsentRepository,
    private readonly memberAddition: MemberAddition,
    private readonly dispatch: Dispatch,
  ) {}

  /** @throws Refusal 4002, 4003, 4004 also if there is no such room, 4029 */
  answer(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    roomId: string,
    isAccepted: boolean,
  ): Promise<undefined> {
    return this.changes.byUser(actor, roomId, async (change) => {
      if (!change) throw notInvited();
      const { work } = change;
      const grant = this.policy.mayAnswer(actor, roomId);
      const taken = await this.invitations.take(work.manager, grant, isAccepted ? 'accepted' : 'declined');
      if (!taken) throw notInvited();
      const answered = inviteAnswered(taken.invitation);
      work.afterCommit(() => this.dispatch.toUsers([actor.user.id], answered, isAccepted ? undefined : origin));
      if (!isAccepted) return undefined;
      const consenting = await this.consent.lockInvited(work.manager, taken);
      await this.memberAddition.add(change, {
        grant,
        consenting,
        kind: 'joined',
        by: SELF,
        field: 'room_id',
        audited: [],
        origin,
      });
      return undefined;
    });
  }
}

const notInvited = (): Error => notFound('No such invitation.');
