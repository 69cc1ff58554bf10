import { Injectable } from '@nestjs/common';
import { conflict, invalid, notPermitted } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { MessageChangesRepository } from '../messages/changes/message-changes.repository.js';
import type { Deletable } from '../messages/changes/message-changes.repository.js';
import { MessageDeletion } from '../messages/changes/message-deletion.js';
import { MessagePolicy, moderatorGrant } from '../messages/message.policy.js';
import type { MessageChangeGrant } from '../messages/message.policy.js';
import { actingUser } from '../operations/audit/audited-act.js';
import type { Work } from '../platform/database/unit-of-work.js';
import { reportedUser } from '../rooms/consent/stranger-limit.js';
import { MembersRepository } from '../rooms/membership/members.repository.js';
import type { Membership } from '../rooms/membership/membership.js';
import { RoomRestrictionsService } from '../rooms/restrictions/room-restrictions.service.js';
import type { RoomChange } from '../rooms/room-changes.js';
import { RoomPolicy } from '../rooms/room.policy.js';
import { Authorities } from '../users/roles/authority.js';
import type { DeploymentGrant, OrdinaryAction } from '../users/roles/deployment.policy.js';
import { UsersService } from '../users/users.service.js';
import type { ReportRow } from './report.entity.js';
import type { ResolutionGrant } from './report.policy.js';

type Change = RoomChange<Membership | undefined>;

/** A report that is being resolved by the actor, with the permission to do so. */
export interface Resolved {
  readonly actor: Actor;
  readonly report: ReportRow;
  readonly grant: ResolutionGrant;
}

/** What is done to the message or the user of a report: with the rights of a leader, or with those of a moderator. */
@Injectable()
export class ReportActs {
  constructor(
    private readonly authorities: Authorities,
    private readonly messagePolicy: MessagePolicy,
    private readonly roomPolicy: RoomPolicy,
    private readonly messages: MessageChangesRepository,
    private readonly deletion: MessageDeletion,
    private readonly members: MembersRepository,
    private readonly restrictions: RoomRestrictionsService,
    private readonly users: UsersService,
  ) {}

  /** Deletes the message of the report, unless it is gone. @throws Refusal 4002, 4003 */
  async deleteMessage(change: Change, resolved: Resolved): Promise<void> {
    const { messageId, subjectId } = resolved.report;
    if (messageId === null) throw invalid({ action: ['The report is of a user.'] });
    const { manager } = change.work;
    const found = await this.messages.lock(manager, { roomId: change.roomId }, [messageId]);
    const messages = found.filter(({ isDeleted }) => !isDeleted);
    const grant = await this.deletionGrant(change, resolved, messages);
    if (messages.length === 0) return;
    const audited = [{ action: 'message.delete', subjectId, details: { message_id: messageId } }];
    await this.deletion.delete(change, { grant, messages, audited });
  }

  /** Mutes the user in the room of the report, or bans the user from it. @throws Refusal 4002, 4003, 4004 */
  async restrict(
    change: Change,
    resolved: Resolved,
    request: { readonly kind: 'mute' | 'ban'; readonly until: Date | undefined; readonly note: string | null },
  ): Promise<void> {
    const { subjectId: userId } = resolved.report;
    const found = await this.members.membersAmong(change.work.manager, change.roomId, [userId]);
    const member = found.get(userId);
    const grant =
      resolved.grant.as === 'leader'
        ? this.roomPolicy.mayRestrict(leaderIn(change), { contact: reportedUser(resolved.report), member })
        : this.roomPolicy.mayRestrictAnywhere(await this.deploymentGrant(change.work, 'members.restrict', resolved), {
            roomId: change.roomId,
            type: change.room.type,
            user: { userId, member },
          });
    await this.restrictions.restrict(change, grant, {
      kind: request.kind,
      until: request.until,
      reason: request.note ?? undefined,
      by: resolved.actor.user,
    });
  }

  /** Prevents the user from logging in. @throws Refusal 4002 for a leader of the room, and by the user's role */
  async deactivate(work: Work, resolved: Resolved): Promise<void> {
    if (resolved.grant.as === 'leader') throw notPermitted('Only moderators of the deployment may deactivate users.');
    const grant = await this.deploymentGrant(work, 'users.deactivate', resolved);
    await this.users.deactivateReported(work, grant, resolved.report.subjectId, actingUser(resolved.actor));
  }

  private async deletionGrant(
    change: Change,
    resolved: Resolved,
    messages: readonly Deletable[],
  ): Promise<MessageChangeGrant<'message.delete'>> {
    if (resolved.grant.as === 'leader')
      return this.messagePolicy.mayChange('message.delete', leaderIn(change), messages);
    const grant = await this.deploymentGrant(change.work, 'messages.delete', resolved);
    return moderatorGrant(
      grant,
      change.roomId,
      messages.map(({ id }) => id),
    );
  }

  /** By the present roles of both users, which hold until the transaction ends. */
  private deploymentGrant<Action extends OrdinaryAction>(
    { manager }: Work,
    action: Action,
    { actor, report }: Resolved,
  ): Promise<DeploymentGrant<Action>> {
    return this.authorities.grant(manager, actor, action, report.subjectId);
  }
}

/** A leader is a member of the locked room. */
function leaderIn({ membership }: Change): Membership {
  if (!membership) throw conflict('You have left the room.');
  return membership;
}
