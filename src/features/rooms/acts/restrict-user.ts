import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import type { Actor, Answer, EventContext } from '@parley/realtime/requests';

import { Authorities } from '../../users/roles/authority.js';
import { StrangerLimit } from '../consent/stranger-limit.js';
import { MembersRepository } from '../membership/members.repository.js';
import { checkLifting, RoomRestrictionsService } from '../restrictions/room-restrictions.service.js';
import type { RestrictionRequest } from '../restrictions/room-restrictions.service.js';
import { RoomChanges } from '../room-changes.js';
import { RoomPolicy } from '../room.policy.js';

/** The restriction of a user in a room, who need not be a member. */
export interface UserRestriction extends Pick<RestrictionRequest, 'kind' | 'until' | 'reason'> {
  readonly roomId: string;
  readonly userId: number;
}

/** Restricts a user in a room, changes the restriction, or lifts it. Without an effect if it is as requested. */
@Injectable()
export class RestrictUser {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly authorities: Authorities,
    private readonly strangers: StrangerLimit,
    private readonly members: MembersRepository,
    private readonly restrictions: RoomRestrictionsService,
  ) {}

  /**
   * By a leader of the room.
   * @returns the answer if nothing has changed
   * @throws Refusal 4002, 4003, 4004, 4029 for too many strangers
   */
  async byLeader(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    { roomId, userId, ...wanted }: UserRestriction,
  ): Promise<Answer | undefined> {
    checkLifting(wanted);
    const contact = await this.strangers.contactInRoom(actor, roomId, userId);
    return this.changes.byMember(actor, roomId, async (change) => {
      const { work, membership } = change;
      this.policy.mayActOnUser('room.restrict', membership);
      const found = await this.members.membersAmong(work.manager, roomId, [userId]);
      const grant = this.policy.mayRestrict(membership, { contact, member: found.get(userId) });
      return this.restrictions.restrict(change, grant, { ...wanted, by: actor.user, origin });
    });
  }

  /**
   * By a moderator or an administrator of the deployment, who need not be a member of the room.
   * @throws Refusal 4002 by the roles, and for the creator of the room; 4003, 4004
   */
  async byModerator(actor: Actor, { roomId, userId, ...wanted }: UserRestriction): Promise<void> {
    checkLifting(wanted);
    if (userId === actor.user.id) throw invalid({ username: ['You cannot restrict yourself.'] });
    await this.changes.byUser(actor, roomId, async (change) => {
      if (!change) throw notFound(`No such room: ${roomId}.`);
      const { manager } = change.work;
      const permission = await this.authorities.grant(manager, actor, 'members.restrict', userId);
      const found = await this.members.membersAmong(manager, roomId, [userId]);
      const grant = this.policy.mayRestrictAnywhere(permission, {
        roomId,
        type: change.room.type,
        user: { userId, member: found.get(userId) },
      });
      await this.restrictions.restrict(change, grant, { ...wanted, by: actor.user });
    });
  }
}
