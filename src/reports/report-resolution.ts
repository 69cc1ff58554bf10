import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import type { ReportAction } from '@parley/protocol';
import type { Actor, Answer, EventContext } from '@parley/realtime/requests';

import { AuditRepository } from '../operations/audit/audit.repository.js';
import { actingUser } from '../operations/audit/audited-act.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { Work } from '../platform/database/unit-of-work.js';
import type { Membership } from '../rooms/membership/membership.js';
import { RoomChanges } from '../rooms/room-changes.js';
import type { RoomChange } from '../rooms/room-changes.js';
import { ReportActs } from './report-acts.js';
import type { Resolved } from './report-acts.js';
import { reported, ReportNotices } from './report-notices.js';
import { ReportPolicy } from './report.policy.js';
import { toReport } from './report.view.js';
import { ReportsRepository } from './reports.repository.js';

export interface ResolutionRequest {
  readonly reportId: string;
  readonly action: ReportAction;
  readonly note: string | null;
  /** The end of a mute or a ban; undefined: it has none. */
  readonly until: Date | undefined;
}

type Change = RoomChange<Membership | undefined>;
type Requester = Pick<EventContext, 'actor' | 'origin'>;

/**
 * Resolves reports, each once: the room is locked, then the report, and what is done is committed together with the
 * resolution. Of two who resolve a report at once the second is refused.
 */
@Injectable()
export class ReportResolutionService {
  constructor(
    private readonly policy: ReportPolicy,
    private readonly reports: ReportsRepository,
    private readonly acts: ReportActs,
    private readonly notices: ReportNotices,
    private readonly rooms: RoomChanges,
    private readonly work: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * @returns the report as the answer, if the requester has resolved it so before
   * @throws Refusal 4002, 4003, 4004 for a report that the requester may not resolve, 4005 if it is resolved
   */
  async resolve(requester: Requester, request: ResolutionRequest): Promise<Answer | undefined> {
    const roomId = await this.work.transaction(
      async ({ manager }) => (await this.reports.find(request.reportId, manager))?.roomId,
    );
    if (roomId === undefined) throw notFound('No such report.');
    const inRoom = roomId === null ? undefined : await this.resolveInRoom(roomId, requester, request);
    if (inRoom) return inRoom.answer;
    return this.work.transaction((work) => this.resolveIn(work, undefined, requester, request));
  }

  /** @returns undefined if the room does not exist any more */
  private resolveInRoom(
    roomId: string,
    requester: Requester,
    request: ResolutionRequest,
  ): Promise<{ readonly answer: Answer | undefined } | undefined> {
    return this.rooms.byUser(requester.actor, roomId, async (change) => {
      if (!change) return undefined;
      return { answer: await this.resolveIn(change.work, change, requester, request) };
    });
  }

  private async resolveIn(
    work: Work,
    change: Change | undefined,
    { actor, origin }: Requester,
    request: ResolutionRequest,
  ): Promise<Answer | undefined> {
    const { manager } = work;
    const locked = await this.reports.lock(manager, request.reportId);
    const { report, grant } = await this.policy.mayResolve(manager, actor, locked, change?.membership);
    if (report.state === 'resolved') {
      const isSame = report.resolvedBy === actor.user.id && report.action === request.action;
      if (!isSame) throw conflict('The report is resolved already.');
      const users = await this.reports.people([report], manager);
      const viewer = grant.as === 'leader' ? 'leader' : 'moderator';
      return { ...reported(toReport(report, users, viewer)), meta: { changed: false } };
    }
    await this.act(work, change, { actor, report, grant }, request);
    const row = await this.reports.resolve(manager, grant, request);
    await this.record(work, actor, { report, grant, actor }, request);
    await this.notices.publish(work, row, { userId: actor.user.id, origin });
    return undefined;
  }

  private async act(
    work: Work,
    change: Change | undefined,
    resolved: Resolved,
    { action, until, note }: ResolutionRequest,
  ): Promise<void> {
    if (action === 'dismiss') return;
    if (action === 'deactivate') return this.acts.deactivate(work, resolved);
    if (resolved.report.roomId === null) throw invalid({ action: ['The report is of a user, and of no room.'] });
    if (!change) throw conflict('The room does not exist any more.');
    if (action === 'delete_message') return this.acts.deleteMessage(change, resolved);
    return this.acts.restrict(change, resolved, { kind: action, until, note });
  }

  private record({ manager }: Work, actor: Actor, { report, grant }: Resolved, { action }: ResolutionRequest) {
    const { subjectId, roomId } = report;
    return this.audit.record(manager, actingUser(actor), {
      action: 'report.resolve',
      subjectId,
      ...(roomId !== null && { roomId }),
      details: { report_id: report.id, action, reason: report.reason, as: grant.as },
    });
  }
}
