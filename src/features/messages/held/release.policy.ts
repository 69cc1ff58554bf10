import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { DeploymentRole } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { MembershipCache } from '../../rooms/membership/membership-cache.js';
import type { Membership } from '../../rooms/membership/membership.js';
import { DEPLOYMENT_ROLES } from '../../users/roles/deployment-role.js';
import { DeploymentPolicy } from '../../users/roles/deployment.policy.js';
import { UserRolesRepository } from '../../users/roles/user-roles.repository.js';
import { MessagePolicy, moderatorRelease } from '../message.policy.js';
import type { MessageChangeGrant } from '../message.policy.js';
import type { HeldId } from './held.rows.js';

/** Permission to allow a held message: the statement that ends its being held checks the condition again. */
export interface ReleaseGrant extends MessageChangeGrant<'message.release'> {
  /** The user has one of these roles of the deployment; undefined: the user leads the room. */
  readonly roles?: readonly DeploymentRole[] | undefined;
}

/** A held message that is rejected, in its locked room. */
interface Rejection extends HeldId {
  /** Undefined: nothing is held. */
  readonly senderId: number | undefined;
  /** Of the actor in the room; undefined: none. */
  readonly membership: Membership | undefined;
}

/** A row that is not there has no sender. */
const NOBODY = 0;

/**
 * Moderators of the deployment decide about what others have sent, in rooms of every type and without a membership.
 * Leaders do in their rooms, and senders withdraw their own messages.
 */
@Injectable()
export class ReleasePolicy {
  private readonly roles: readonly DeploymentRole[];

  constructor(
    private readonly deployment: DeploymentPolicy,
    private readonly presentRoles: UserRolesRepository,
    private readonly messages: MessagePolicy,
    private readonly memberships: MembershipCache,
    private readonly work: UnitOfWork,
  ) {
    this.roles = DEPLOYMENT_ROLES.filter((role) => deployment.permits({ role }, 'messages.release'));
  }

  /** Whether the actor was a moderator of the deployment when the request began. */
  isModerator(actor: Actor): boolean {
    return this.deployment.permits(actor, 'messages.release');
  }

  /**
   * @param senderId undefined: nothing is held
   * @throws Refusal 4002, 4004 for a user who is neither a member nor a moderator of the deployment
   */
  async mayRelease(actor: Actor, { roomId, messageId }: HeldId, senderId = NOBODY): Promise<ReleaseGrant> {
    const isOwn = senderId === actor.user.id;
    if (
      !isOwn &&
      this.isModerator(actor) &&
      (await this.work.transaction((work) => this.isModeratorStill(work, actor)))
    ) {
      const grant = this.deployment.require('messages.release', actor);
      return { ...moderatorRelease(grant, roomId, messageId), roles: this.roles };
    }
    const membership = await this.memberships.refresh(actor, roomId);
    return this.messages.mayChange('message.release', membership, [{ id: messageId, senderId }]);
  }

  /**
   * In the transaction of the rejection.
   * @throws Refusal 4002, 4004 for a user who is neither a member nor a moderator of the deployment
   */
  async requireRejection(
    work: Work,
    actor: Actor,
    { messageId, senderId = NOBODY, membership }: Rejection,
  ): Promise<void> {
    const isOwn = senderId === actor.user.id;
    if (!isOwn && this.isModerator(actor) && (await this.isModeratorStill(work, actor))) return;
    if (!membership) throw notFound('No such held message.');
    this.messages.mayChange(isOwn ? 'message.withdraw' : 'message.release', membership, [{ id: messageId, senderId }]);
  }

  private async isModeratorStill({ manager }: Work, { user }: Actor): Promise<boolean> {
    const role = await this.presentRoles.lock(manager, user.id);
    return role !== undefined && this.deployment.permits({ role }, 'messages.release');
  }
}
