import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import type { Report, ReportAction } from '@parley/protocol';
import type { Actor, RequestOrigin } from '@parley/realtime/requests';

import { DeleteMessages } from '../../messages/acts/delete-messages.js';
import type { Deletable } from '../../messages/changes/message-changes.repository.js';
import type { MessageChangeGrant } from '../../messages/message.policy.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { actingUser } from '../../audit/audited-act.js';
import type { AuditActor } from '../../audit/audited-act.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import type { Membership } from '../../rooms/membership/membership.js';
import { RoomChanges } from '../../rooms/room-changes.js';
import type { RoomChange } from '../../rooms/room-changes.js';
import { OPERATOR } from '../../users/roles/authority.js';
import type { DeploymentGrant } from '../../users/roles/deployment.policy.js';
import { UsersService } from '../../users/users.service.js';
import type { ReportRow } from '../report.entity.js';
import { ReportNotices } from '../report-notices.js';
import type { ResolutionGrant } from '../report.policy.js';
import { toReport } from '../report.view.js';
import { ReportsRepository } from '../reports.repository.js';

export interface ResolutionRequest {
  readonly reportId: string;
  readonly action: ReportAction;
  readonly note: string | null;
  /** The end of a mute or a ban; undefined: it has none. */
  readonly until?: Date | undefined;
}

export type Change = RoomChange<Membership | undefined>;

/** A locked report, with the permission to resolve it. */
export interface Resolvable {
  readonly report: ReportRow;
  readonly grant: ResolutionGrant;
}

/** A restriction of the user of a report. */
export interface ReportRestriction {
  readonly kind: 'mute' | 'ban';
  readonly until: Date | undefined;
  readonly note: string | null;
}

/** Who resolves a report, and what this one may do: a leader of the room, a moderator of the deployment, or an operator. */
export interface Resolver {
  /** Undefined: an operator at a command. */
  readonly actor: Actor | undefined;
  /** Receives the resolution as its answer. */
  readonly origin?: RequestOrigin;
  /** @throws Refusal 4004 */
  permit(manager: Work['manager'], report: ReportRow | undefined, membership?: Membership): Promise<Resolvable>;
  /** @throws Refusal 4002 */
  mayDelete(
    change: Change,
    resolvable: Resolvable,
    messages: readonly Deletable[],
  ): Promise<MessageChangeGrant<'message.delete'>>;
  /** @throws Refusal 4002 */
  mayDeactivate(work: Work, resolvable: Resolvable): Promise<DeploymentGrant<'users.deactivate'>>;
  /** @throws Refusal 4002, 4003, 4004 */
  restrict(change: Change, resolvable: Resolvable, restriction: ReportRestriction): Promise<void>;
}

/** A resolved report as the resolver sees it. */
export interface Resolved {
  readonly report: Report;
  /** False: the same user had resolved it so before. */
  readonly changed: boolean;
}

/**
 * Resolves reports, each once: the room is locked, then the report, and what is done is committed together with the
 * resolution. Of two who resolve a report at once the second is refused.
 */
@Injectable()
export class ResolveReport {
  constructor(
    private readonly reports: ReportsRepository,
    private readonly deletion: DeleteMessages,
    private readonly users: UsersService,
    private readonly notices: ReportNotices,
    private readonly rooms: RoomChanges,
    private readonly work: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4002, 4003, 4004 for a report that the resolver may not resolve, 4005 if it is resolved */
  async resolve(resolver: Resolver, request: ResolutionRequest): Promise<Resolved> {
    const { action, until } = request;
    if (until && action !== 'mute' && action !== 'ban') throw invalid({ until: ['Requires a mute or a ban.'] });
    const found = await this.reports.find(request.reportId);
    if (!found) throw notFound('No such report.');
    const { roomId } = found;
    const inRoom = roomId === null ? undefined : await this.resolveInRoom(roomId, resolver, request);
    return inRoom ?? this.work.transaction((work) => this.resolveIn(work, undefined, resolver, request));
  }

  /** @returns undefined if the room does not exist any more */
  private resolveInRoom(roomId: string, resolver: Resolver, request: ResolutionRequest): Promise<Resolved | undefined> {
    const resolve = async (change: Change | undefined): Promise<Resolved | undefined> =>
      change && this.resolveIn(change.work, change, resolver, request);
    return resolver.actor
      ? this.rooms.byUser(resolver.actor, roomId, resolve)
      : this.rooms.byAuthority(OPERATOR, { action: 'reports.resolve' }, roomId, resolve);
  }

  private async resolveIn(
    work: Work,
    change: Change | undefined,
    resolver: Resolver,
    request: ResolutionRequest,
  ): Promise<Resolved> {
    const { manager } = work;
    const { actor, origin } = resolver;
    const locked = await this.reports.lock(manager, request.reportId);
    const resolvable = await resolver.permit(manager, locked, change?.membership);
    const { report, grant } = resolvable;
    if (report.state === 'resolved') {
      const isSame = actor !== undefined && report.resolvedBy === actor.user.id && report.action === request.action;
      if (!isSame) throw conflict('The report is resolved already.');
      return { report: await this.shown(manager, report, grant), changed: false };
    }
    await this.act(work, change, resolver, resolvable, request);
    const row = await this.reports.resolve(manager, grant, request);
    await this.record(work, byOf(resolver), resolvable, request);
    await this.notices.publish(work, row, actor && origin && { userId: actor.user.id, origin });
    return { report: await this.shown(manager, row, grant), changed: true };
  }

  private async act(
    work: Work,
    change: Change | undefined,
    resolver: Resolver,
    resolvable: Resolvable,
    { action, until, note }: ResolutionRequest,
  ): Promise<void> {
    const { subjectId, roomId } = resolvable.report;
    if (action === 'dismiss') return;
    if (action === 'deactivate') {
      const grant = await resolver.mayDeactivate(work, resolvable);
      await this.users.deactivateReported(work, grant, subjectId, byOf(resolver));
      return;
    }
    if (roomId === null) throw invalid({ action: ['The report is of a user, and of no room.'] });
    if (!change) throw conflict('The room does not exist any more.');
    if (action === 'delete_message') await this.deleteMessage(change, resolver, resolvable);
    else await resolver.restrict(change, resolvable, { kind: action, until, note });
  }

  /** Deletes the message of the report, unless it is gone. */
  private async deleteMessage(change: Change, resolver: Resolver, resolvable: Resolvable): Promise<void> {
    const { messageId, subjectId } = resolvable.report;
    if (messageId === null) throw invalid({ action: ['The report is of a user.'] });
    const found = await this.deletion.lock(change, [messageId]);
    const messages = found.filter(({ isDeleted }) => !isDeleted);
    const grant = await resolver.mayDelete(change, resolvable, messages);
    if (messages.length === 0) return;
    const audited = [{ action: 'message.delete', subjectId, details: { message_id: messageId } }];
    await this.deletion.delete(change, { grant, messages, audited, erases: resolver.actor === undefined });
  }

  private async record(
    { manager }: Work,
    by: AuditActor,
    { report, grant }: Resolvable,
    { action }: ResolutionRequest,
  ): Promise<void> {
    const { subjectId, roomId } = report;
    await this.audit.record(manager, by, {
      action: 'report.resolve',
      subjectId,
      ...(roomId !== null && { roomId }),
      details: { report_id: report.id, action, reason: report.reason, as: grant.as },
    });
  }

  private async shown(manager: Work['manager'], row: ReportRow, { as }: ResolutionGrant): Promise<Report> {
    return toReport(row, await this.reports.people([row], manager), as === 'leader' ? 'leader' : 'moderator');
  }
}

const byOf = ({ actor }: Resolver): AuditActor => (actor ? actingUser(actor) : 'operator');
