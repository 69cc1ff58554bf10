import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { Authorities } from '../../users/roles/authority.js';
import { MembersRepository } from '../membership/members.repository.js';
import { RoomChanges } from '../room-changes.js';
import { RoomPolicy } from '../room.policy.js';
import { checkLifting, RoomRestrictionsService } from './room-restrictions.service.js';
import type { RestrictionRequest } from './room-restrictions.service.js';

/** A restriction by a moderator of the deployment. */
type DeploymentRestriction = Pick<RestrictionRequest, 'kind' | 'until' | 'reason'>;

/** Restrictions by moderators and administrators of the deployment, who need not be members of the rooms. */
@Injectable()
export class DeploymentRestrictionsService {
  constructor(
    private readonly authorities: Authorities,
    private readonly policy: RoomPolicy,
    private readonly rooms: RoomChanges,
    private readonly members: MembersRepository,
    private readonly restrictions: RoomRestrictionsService,
  ) {}

  /**
   * Restricts a user in a room, who need not be a member, changes the restriction, or lifts it. Without an effect if
   * the restriction is as requested.
   * @throws Refusal 4002 by the roles, and for the creator of the room; 4003, 4004
   */
  async restrict(
    actor: Actor,
    place: { readonly roomId: string; readonly userId: number },
    request: DeploymentRestriction,
  ): Promise<void> {
    const { roomId, userId } = place;
    checkLifting(request);
    if (userId === actor.user.id) throw invalid({ username: ['You cannot restrict yourself.'] });
    await this.rooms.byUser(actor, roomId, async (change) => {
      if (!change) throw notFound(`No such room: ${roomId}.`);
      const { manager } = change.work;
      const permission = await this.authorities.grant(manager, actor, 'members.restrict', userId);
      const found = await this.members.membersAmong(manager, roomId, [userId]);
      const grant = this.policy.mayRestrictAnywhere(permission, {
        roomId,
        type: change.room.type,
        user: { userId, member: found.get(userId) },
      });
      await this.restrictions.restrict(change, grant, { ...request, by: actor.user });
    });
  }
}
