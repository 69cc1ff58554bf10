import { Injectable } from '@nestjs/common';
import { conflict, notPermitted } from '@parley/protocol';
import type { Actor, EventContext } from '@parley/realtime/requests';

import type { Deletable } from '../../messages/changes/message-changes.repository.js';
import { MessagePolicy, moderatorGrant } from '../../messages/message.policy.js';
import type { MessageChangeGrant } from '../../messages/message.policy.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { reportedUser } from '../../rooms/consent/stranger-limit.js';
import { MembersRepository } from '../../rooms/membership/members.repository.js';
import type { Membership } from '../../rooms/membership/membership.js';
import { RoomRestrictionsService } from '../../rooms/restrictions/room-restrictions.service.js';
import { RoomPolicy } from '../../rooms/room.policy.js';
import { Authorities } from '../../users/roles/authority.js';
import type { DeploymentGrant, OrdinaryAction } from '../../users/roles/deployment.policy.js';
import { ReportPolicy } from '../report.policy.js';
import type { Change, ReportRestriction, Resolvable, Resolver } from './resolve-report.js';

/** Users who resolve reports: with the rights of a leader of the room, or with those of a moderator of the deployment. */
@Injectable()
export class UserResolvers {
  constructor(
    private readonly policy: ReportPolicy,
    private readonly authorities: Authorities,
    private readonly messagePolicy: MessagePolicy,
    private readonly roomPolicy: RoomPolicy,
    private readonly members: MembersRepository,
    private readonly restrictions: RoomRestrictionsService,
  ) {}

  /** @param requester `origin` receives the resolution as its answer */
  of({ actor, origin }: Pick<EventContext, 'actor'> & Partial<Pick<EventContext, 'origin'>>): Resolver {
    return {
      actor,
      ...(origin && { origin }),
      permit: (manager, report, membership) => this.policy.mayResolve(manager, actor, report, membership),
      mayDelete: (change, resolvable, messages) => this.mayDelete(actor, change, resolvable, messages),
      mayDeactivate: (work, resolvable) => this.mayDeactivate(actor, work, resolvable),
      restrict: (change, resolvable, restriction) => this.restrict(actor, change, resolvable, restriction),
    };
  }

  private async mayDelete(
    actor: Actor,
    change: Change,
    { report, grant }: Resolvable,
    messages: readonly Deletable[],
  ): Promise<MessageChangeGrant<'message.delete'>> {
    if (grant.as === 'leader') return this.messagePolicy.mayChange('message.delete', leaderIn(change), messages);
    const ids = messages.map(({ id }) => id);
    return moderatorGrant(
      await this.right(actor, change.work, 'messages.delete', report.subjectId),
      change.roomId,
      ids,
    );
  }

  private async mayDeactivate(
    actor: Actor,
    work: Work,
    { report, grant }: Resolvable,
  ): Promise<DeploymentGrant<'users.deactivate'>> {
    if (grant.as === 'leader') throw notPermitted('Only moderators of the deployment may deactivate users.');
    return this.right(actor, work, 'users.deactivate', report.subjectId);
  }

  private async restrict(
    actor: Actor,
    change: Change,
    { report, grant: { as } }: Resolvable,
    { kind, until, note }: ReportRestriction,
  ): Promise<void> {
    const { subjectId: userId } = report;
    const found = await this.members.membersAmong(change.work.manager, change.roomId, [userId]);
    const member = found.get(userId);
    const grant =
      as === 'leader'
        ? this.roomPolicy.mayRestrict(leaderIn(change), { contact: reportedUser(report), member })
        : this.roomPolicy.mayRestrictAnywhere(await this.right(actor, change.work, 'members.restrict', userId), {
            roomId: change.roomId,
            type: change.room.type,
            user: { userId, member },
          });
    await this.restrictions.restrict(change, grant, { kind, until, reason: note ?? undefined, by: actor.user });
  }

  /** By the present roles of both users, which hold until the transaction ends. */
  private right<Action extends OrdinaryAction>(
    actor: Actor,
    { manager }: Work,
    action: Action,
    subjectId: number,
  ): Promise<DeploymentGrant<Action>> {
    return this.authorities.grant(manager, actor, action, subjectId);
  }
}

/** A leader is a member of the locked room. */
function leaderIn({ membership }: Change): Membership {
  if (!membership) throw conflict('You have left the room.');
  return membership;
}
