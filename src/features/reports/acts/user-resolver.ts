import { Injectable } from '@nestjs/common';
import { conflict, notPermitted } from '@parley/protocol';
import type { Actor, EventContext } from '@parley/realtime/requests';

import type { Deletable } from '../../messages/changes/message-changes.repository.js';
import { MessagePolicy, moderatorGrant } from '../../messages/message.policy.js';
import type { MessageChangeGrant } from '../../messages/message.policy.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { RestrictUser } from '../../rooms/acts/restrict-user.js';
import { reportedUser } from '../../rooms/consent/stranger-limit.js';
import type { Membership } from '../../rooms/membership/membership.js';
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
    private readonly restriction: RestrictUser,
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
    const by = { actor, as: as === 'leader' ? as : 'moderator', user: reportedUser(report) } as const;
    await this.restriction.restrictIn(change, by, { kind, until, reason: note ?? undefined });
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
