import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, UserIds } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { toEach } from '../../operations/audit/audited-act.js';
import { LARGEST_BULK } from '../../platform/config/limit-variables.js';
import { InvitationsRepository } from '../consent/invitations.repository.js';
import { Invitations } from '../consent/invitations.js';
import { RoomChanges } from '../room-changes.js';
import { invitedUsers } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';

class RoomWithdrawInviteRequest {
  @Id()
  room_id!: string;

  @UserIds({ least: 1, most: LARGEST_BULK })
  user_ids!: number[];
}

/** `room.withdraw_invite`: ends pending invitations to a room. Their users are notified. */
@Injectable()
@ClientEvent({
  name: 'room.withdraw_invite',
  summary: 'Withdraws pending invitations to a GroupChat or Channel.',
  request: RoomWithdrawInviteRequest,
  emits: ['roominvite.dispatch'],
})
export class RoomWithdrawInviteEvent implements EventHandler<RoomWithdrawInviteRequest> {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly repository: InvitationsRepository,
    private readonly invitations: Invitations,
  ) {}

  handle(request: RoomWithdrawInviteRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    return this.changes.byMember(actor, request.room_id.toLowerCase(), async (change) => {
      const { work, roomId, membership } = change;
      const grant = this.policy.mayChange('room.invite', membership);
      const withdrawn = await this.repository.withdraw(work.manager, grant, request.user_ids);
      if (withdrawn.length === 0) return invitedUsers(roomId, []);
      this.invitations.publish(work, grant, withdrawn, origin);
      const userIds = withdrawn.map(({ user }) => user.id);
      await change.record(toEach(userIds, { action: 'room.withdraw_invite' }));
      return undefined;
    });
  }
}
