import { Injectable } from '@nestjs/common';
import { invalid, notFound, notPermitted } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import type { StoredMessage } from '../messages/message.view.js';
import { ReadableMessagesRepository } from '../messages/reading/readable-messages.repository.js';
import type { Branded } from '../../platform/types/branded.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import type { NamedInRoom } from '../rooms/among-rooms.js';
import type { Membership } from '../rooms/membership/membership.js';
import type { Contact } from '../rooms/consent/stranger-limit.js';
import { RoomPolicy } from '../rooms/room.policy.js';
import { DeploymentPolicy } from '../users/roles/deployment.policy.js';
import { UserRolesRepository } from '../users/roles/user-roles.repository.js';
import { usersById } from '../users/user.rows.js';
import type { ReportRow } from './report.entity.js';

/** Permission to report a message that the user can read, or another user. */
export interface FilingGrant extends Branded<'report.file'> {
  readonly reporterId: number;
  readonly subjectId: number;
  readonly roomId: string | null;
  readonly messageId: string | null;
}

/** Permission to read reports: of one room or of all own rooms as their leader, or of the deployment. */
export interface ReportsGrant extends Branded<'report.list'> {
  readonly userId: number;
  readonly roomId: string | undefined;
  /** The rooms of a leader who has named none. */
  readonly ledRooms?: readonly string[] | undefined;
  readonly as: 'leader' | 'moderator' | 'operator';
}

/** Permission to resolve one report, which is locked until the transaction ends. */
export interface ResolutionGrant extends Branded<'report.resolve'> {
  readonly reportId: string;
  readonly userId: number;
  readonly as: ReportsGrant['as'];
}

/** An operator with access to the command line sees all reports, and may resolve them. */
export const operatorReports = (roomId: string | undefined): ReportsGrant =>
  ({ userId: 0, roomId, as: 'operator' }) as ReportsGrant;
export const operatorResolution = (reportId: string): ResolutionGrant =>
  ({ userId: 0, reportId, as: 'operator' }) as ResolutionGrant;

/**
 * Users report what they can read. Leaders of a room see and resolve the reports of its messages, moderators of the
 * deployment all; nobody those about themselves.
 */
@Injectable()
export class ReportPolicy {
  constructor(
    private readonly deployment: DeploymentPolicy,
    private readonly roles: UserRolesRepository,
    private readonly rooms: RoomPolicy,
    private readonly messages: ReadableMessagesRepository,
  ) {}

  /**
   * Locks the membership.
   * @param named a message and its room; undefined: the message is in no room of the user
   * @throws Refusal 4004 for a message that the user cannot read, 4003 for an own one
   */
  async mayReportMessage(
    manager: Work['manager'],
    { user }: Actor,
    named: NamedInRoom | undefined,
  ): Promise<{ readonly grant: FilingGrant; readonly message: StoredMessage }> {
    const [messageId] = named?.ids ?? [];
    const target = named && messageId !== undefined ? { userId: user.id, roomId: named.roomId, messageId } : undefined;
    const message = target && (await this.messages.lock(manager, target));
    if (!message) throw notFound('No such message.');
    if (message.sender.id === user.id) throw invalid({ message_id: ['You cannot report your own message.'] });
    const { id, roomId, sender } = message;
    const grant = { reporterId: user.id, subjectId: sender.id, roomId, messageId: id } as FilingGrant;
    return { message, grant };
  }

  /** @throws Refusal 4004 for an unknown user, 4003 for the own user */
  async mayReportUser(manager: Work['manager'], { user }: Actor, { userId }: Contact): Promise<FilingGrant> {
    if (userId === user.id) throw invalid({ user_id: ['You cannot report yourself.'] });
    if (!(await usersById(manager, [userId], 'active')).has(userId)) throw notFound('No such user.');
    return { reporterId: user.id, subjectId: userId, roomId: null, messageId: null } as FilingGrant;
  }

  /**
   * @param roomId undefined: the reports of all rooms and of users, or of all rooms that the actor leads
   * @throws Refusal 4002 also for an actor who leads no room, 4004 if the actor is not a member, 4003 if the type of the room has no
   * leaders
   */
  async mayList(actor: Actor, roomId: string | undefined): Promise<ReportsGrant> {
    const { id: userId } = actor.user;
    if (this.deployment.permits(actor, 'reports.read')) return { userId, roomId, as: 'moderator' } as ReportsGrant;
    if (roomId !== undefined) await this.rooms.mayReviewReports(actor, roomId);
    const ledRooms = roomId === undefined ? await this.rooms.ledBy(actor) : undefined;
    if (ledRooms?.length === 0) throw notPermitted('You lead no room, and may not see other reports.');
    return { userId, roomId, ledRooms, as: 'leader' } as unknown as ReportsGrant;
  }

  /**
   * Whether the report exists for the actor, and the actor may resolve it: checked in the transaction of the resolution.
   * @param membership of the room of the report; undefined: none
   * @throws Refusal 4004
   */
  async mayResolve(
    manager: Work['manager'],
    actor: Actor,
    report: ReportRow | undefined,
    membership: Membership | undefined,
  ): Promise<{ readonly report: ReportRow; readonly grant: ResolutionGrant }> {
    const { id: userId } = actor.user;
    const as = report && report.subjectId !== userId ? await this.resolverOf(manager, actor, membership) : undefined;
    if (!report || !as) throw notFound('No such report.');
    return { report, grant: { reportId: report.id, userId, as } as ResolutionGrant };
  }

  private async resolverOf(
    manager: Work['manager'],
    { user, role: usable }: Actor,
    membership: Membership | undefined,
  ): Promise<'moderator' | 'leader' | undefined> {
    const role = await this.roles.lock(manager, user.id);
    if (role !== undefined && usable !== undefined && this.deployment.permits({ role }, 'reports.resolve'))
      return 'moderator';
    return membership && this.rooms.reviewsReports(membership) ? 'leader' : undefined;
  }
}
