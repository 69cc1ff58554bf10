import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { Bool, ClientEvent, Id } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';
import { Dispatch } from '@parley/realtime/dispatch';

import { ConsentRepository } from '../consent/consent.repository.js';
import { InvitationsRepository } from '../consent/invitations.repository.js';
import { MemberAddition, SELF } from '../membership/member-changes.js';
import { RoomChanges } from '../room-changes.js';
import { inviteAnswered } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';

class RoomAnswerInviteRequest {
  @Id()
  room_id!: string;

  @Bool()
  accept!: boolean;
}

/**
 * `room.answer_invite`: the requester accepts an invitation, and joins the room, or declines it, which only the
 * requester's own devices learn. A room without an invitation cannot be distinguished from a missing one.
 */
@Injectable()
@ClientEvent({
  name: 'room.answer_invite',
  summary: 'Accepts or declines an invitation to a room.',
  request: RoomAnswerInviteRequest,
  emits: ['roomaddmembers.dispatch', 'roomanswerinvite.dispatch'],
})
export class RoomAnswerInviteEvent implements EventHandler<RoomAnswerInviteRequest> {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly invitations: InvitationsRepository,
    private readonly consent: ConsentRepository,
    private readonly memberAddition: MemberAddition,
    private readonly dispatch: Dispatch,
  ) {}

  handle(request: RoomAnswerInviteRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const { accept } = request;
    return this.changes.byUser(actor, request.room_id.toLowerCase(), async (change) => {
      if (!change) throw notInvited();
      const { work, roomId } = change;
      const grant = this.policy.mayAnswer(actor, roomId);
      const taken = await this.invitations.take(work.manager, grant, accept ? 'accepted' : 'declined');
      if (!taken) throw notInvited();
      const answered = inviteAnswered(taken.invitation);
      work.afterCommit(() => this.dispatch.toUsers([actor.user.id], answered, accept ? undefined : origin));
      if (!accept) return undefined;
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
