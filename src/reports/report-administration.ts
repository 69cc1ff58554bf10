import { Injectable, Module } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import type { Report, ReportAction, ReportState } from '@parley/protocol';

import { MessagePurgeModule } from '../messages/retention/message-purge.module.js';
import { MessageRemoval } from '../messages/retention/message-removal.js';
import { AuditRepository } from '../operations/audit/audit.repository.js';
import { listParts } from '../platform/collections/list-part.js';
import type { PartOf } from '../platform/collections/list-part.js';
import type { TimedPlace } from '../platform/collections/timed-place.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import { OPERATOR } from '../users/roles/authority.js';
import { UsersModule } from '../users/users.module.js';
import { UsersService } from '../users/users.service.js';
import type { ReportRow } from './report.entity.js';
import { operatorReports, operatorResolution } from './report.policy.js';
import { toReport } from './report.view.js';
import { ReportsRepository } from './reports.repository.js';

/** What an operator may do about a report. A restriction needs a user who made it. */
export const OPERATOR_ACTIONS = ['dismiss', 'delete_message', 'deactivate'] as const satisfies readonly ReportAction[];
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number];

/**
 * Reports for commands, which need no running node. What is done is committed before the report is resolved, so that an
 * interrupted command can be run again.
 */
@Injectable()
export class ReportAdministrationService {
  constructor(
    private readonly reports: ReportsRepository,
    private readonly removal: MessageRemoval,
    private readonly users: UsersService,
    private readonly work: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** The newest first, part by part. */
  list(state: ReportState, roomId: string | undefined, limit: number): AsyncIterable<readonly Report[]> {
    const grant = operatorReports(roomId);
    return listParts(async (part: PartOf<TimedPlace>) => {
      const { reports: items, end: after } = await this.reports.part(grant, { state, ...part });
      return { items, after };
    }, limit);
  }

  /** @throws Refusal 4003, 4004, 4005 if it is resolved already */
  async resolve(id: string, action: OperatorAction, note: string | null): Promise<Report> {
    const report = await this.existing(id);
    if (report.state === 'resolved') throw alreadyResolved();
    await this.act(report, action);
    const resolved = await this.work.transaction(async ({ manager }) => {
      const locked = await this.reports.lock(manager, id);
      if (locked?.state !== 'open') throw alreadyResolved();
      const { subjectId, roomId, reason } = locked;
      await this.audit.record(manager, 'operator', {
        action: 'report.resolve',
        subjectId,
        ...(roomId !== null && { roomId }),
        details: { report_id: id, action, reason, as: 'operator' },
      });
      return this.reports.resolve(manager, operatorResolution(id), { action, note });
    });
    return this.shown(resolved);
  }

  private async act(report: ReportRow, action: OperatorAction): Promise<void> {
    const { messageId, roomId, subjectId } = report;
    if (action === 'dismiss') return;
    if (action === 'deactivate') {
      const user = (await this.reports.people([report])).get(subjectId);
      if (user) await this.users.deactivate(OPERATOR, user.username);
      return;
    }
    if (messageId === null || roomId === null) throw invalid('The report is of a user, not of a message.');
    await this.removal.remove({
      roomId,
      find: () => Promise.resolve([messageId]),
      audited: () =>
        Promise.resolve({
          by: 'operator',
          act: { action: 'message.delete', subjectId, details: { message_id: messageId } },
        }),
    });
  }

  private async existing(id: string): Promise<ReportRow> {
    const report = await this.reports.find(id);
    if (!report) throw notFound(`No such report: ${id}.`);
    return report;
  }

  private async shown(row: ReportRow): Promise<Report> {
    return toReport(row, await this.reports.people([row]), 'moderator');
  }
}

const alreadyResolved = () => conflict('The report is resolved already.');

@Module({
  imports: [MessagePurgeModule, UsersModule],
  providers: [ReportAdministrationService, ReportsRepository],
  exports: [ReportAdministrationService],
})
export class ReportAdministrationModule {}
