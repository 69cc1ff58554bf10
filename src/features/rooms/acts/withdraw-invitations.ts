import { Injectable } from '@nestjs/common';
import type { Answer, EventContext } from '@parley/realtime/requests';

import { toEach } from '../../audit/audited-act.js';
import { InvitationsRepository } from '../consent/invitations.repository.js';
import { Invitations } from '../consent/invitations.js';
import { RoomChanges } from '../room-changes.js';
import { invitedUsers } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';

/** A member who may invite ends pending invitations to a room, whoever made them. */
@Injectable()
export class WithdrawInvitations {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly repository: InvitationsRepository,
    private readonly invitations: Invitations,
  ) {}

  /**
   * @returns the answer if none of the users is invited
   * @throws Refusal 4002, 4003, 4004
   */
  withdraw(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    roomId: string,
    userIds: readonly number[],
  ): Promise<Answer | undefined> {
    return this.changes.byMember(actor, roomId, async (change) => {
      const { work, membership } = change;
      const grant = this.policy.mayChange('room.invite', membership);
      const withdrawn = await this.repository.withdraw(work.manager, grant, userIds);
      if (withdrawn.length === 0) return invitedUsers(roomId, []);
      this.invitations.publish(work, grant, withdrawn, origin);
      const withdrawnIds = withdrawn.map(({ user }) => user.id);
      await change.record(toEach(withdrawnIds, { action: 'room.withdraw_invite' }));
      return undefined;
    });
  }
}
