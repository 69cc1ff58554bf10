import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';

import { Signals } from '../../platform/cluster-signals/signals.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { MembersRepository } from '../rooms/membership/members.repository.js';
import { UserRolesRepository } from '../users/roles/user-roles.repository.js';
import { usersById } from '../users/user.rows.js';
import type { ReportRow } from './report.entity.js';
import { peopleOf, toReport } from './report.view.js';
import { reported, ReportNotices, reportResolved } from './report-notices.js';
import type { Requester } from './report-notices.js';
import { ReportsRepository } from './reports.repository.js';

/** The most leaders of a room who are notified of a report; all of them can read it in the list. */
const MOST_LEADERS = 200;

/** The frame of a report for users who may see it. */
interface Audience {
  readonly userIds: readonly number[];
  readonly frame: ServerEvent<'report.dispatch'>;
}

/** Of a service: notifies after the commit. */
@Injectable()
export class DispatchedReportNotices extends ReportNotices implements OnModuleInit {
  private readonly log = new Logger(ReportNotices.name);

  constructor(
    private readonly roles: UserRolesRepository,
    private readonly members: MembersRepository,
    private readonly reports: ReportsRepository,
    private readonly work: UnitOfWork,
    private readonly signals: Signals,
    private readonly dispatch: Dispatch,
  ) {
    super();
  }

  onModuleInit(): void {
    this.signals.on(reportResolved, ({ reportId }) => {
      this.resolvedByCommand(reportId).catch((error: unknown) =>
        this.log.warn(`Cannot notify moderators of a resolved report: ${String(error)}`),
      );
    });
  }

  override async publish({ manager, afterCommit }: Work, row: ReportRow, requester?: Requester): Promise<void> {
    const audiences = await this.audiences(manager, row);
    afterCommit(() => {
      for (const { userIds, frame } of audiences) {
        const isAnswer = requester !== undefined && userIds.includes(requester.userId);
        if (userIds.length > 0) this.dispatch.toUsers(userIds, frame, isAnswer ? requester.origin : undefined);
      }
    });
  }

  /** Every node receives the signal, and notifies its own connections. */
  private async resolvedByCommand(reportId: string): Promise<void> {
    const audiences = await this.work.snapshot(async ({ manager }) => {
      const row = await this.reports.find(reportId, manager);
      return row ? this.audiences(manager, row) : [];
    });
    for (const { userIds, frame } of audiences) this.dispatch.toUsersLocally(userIds, frame);
  }

  private async audiences(manager: Work['manager'], row: ReportRow): Promise<readonly Audience[]> {
    const moderators = (await this.roles.withRole(manager)).filter((id) => id !== row.subjectId);
    const users = await usersById(manager, peopleOf([row]));
    const all = row.roomId === null ? [] : await this.members.leaders(manager, row.roomId, MOST_LEADERS);
    const leaders = all.filter((id) => id !== row.subjectId && !moderators.includes(id));
    return [
      { userIds: moderators, frame: reported(toReport(row, users, 'moderator')) },
      { userIds: leaders, frame: reported(toReport(row, users, 'leader')) },
    ];
  }
}
