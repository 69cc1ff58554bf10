import { Injectable, Module } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type {
  DeploymentRole,
  Report,
  ReportAction,
  ReportReason,
  ReportState,
  RestrictionKind,
  User,
} from '@parley/protocol';

import { RoomRestrictionsRepository } from '../rooms/restrictions/room-restrictions.repository.js';
import { ReportContextRepository } from './report-context.repository.js';
import type { ReportRow } from './report.entity.js';
import { toReport } from './report.view.js';
import { ReportsRepository } from './reports.repository.js';

/** A report in short, without its texts. */
export interface ReportSummary {
  readonly report_id: string;
  readonly state: ReportState;
  readonly reason: ReportReason;
  readonly created_at: string;
  readonly message_id: string | null;
  readonly room_id: string | null;
  /** Null: it is open. */
  readonly action: ReportAction | null;
}

/** A restriction that is in force. */
export interface PresentRestriction {
  readonly kind: RestrictionKind;
  /** Null: it has no end. */
  readonly until: string | null;
  readonly reason: string | null;
  /** The user who made it; null: the user was deleted. */
  readonly by: User | null;
}

/** The reported user at present. */
export interface ReportedUser {
  readonly is_active: boolean;
  readonly role: DeploymentRole;
  readonly created_at: string;
  /** Of the last 1000 reports of the user. */
  readonly open_reports: number;
  readonly resolved_reports: number;
  /** The newest first, at most 10. */
  readonly last_reports: readonly ReportSummary[];
  /** In the room of the report; null: there is none. */
  readonly restriction: PresentRestriction | null;
}

/** A report with what is known of its user. */
export interface ReportDetail extends Report {
  readonly subject: ReportedUser;
}

const LAST_REPORTS = 10;

/** Shows reports with their context to moderators and operators. */
@Injectable()
export class ReportContextService {
  constructor(
    private readonly reports: ReportsRepository,
    private readonly context: ReportContextRepository,
    private readonly restrictions: RoomRestrictionsRepository,
  ) {}

  /**
   * @param viewerId a moderator, who does not see reports about the own user; undefined: an operator
   * @throws Refusal 4004
   */
  async find(id: string, viewerId?: number): Promise<ReportDetail> {
    const row = await this.reports.find(id);
    if (!row || row.subjectId === viewerId) throw notFound(`No such report: ${id}.`);
    const report = toReport(row, await this.reports.people([row]), 'moderator');
    return { ...report, subject: await this.subjectOf(row) };
  }

  /** The number of open reports about a user, of the last 1000. */
  async openAbout(userId: number): Promise<number> {
    return (await this.context.counts(userId)).open ?? 0;
  }

  /** The number of open reports about others than this user, of the newest 1000. */
  openAboutOthers(userId: number): Promise<number> {
    return this.context.openAboutOthers(userId);
  }

  private async subjectOf(row: ReportRow): Promise<ReportedUser> {
    const { subjectId } = row;
    const { isActive, role, createdAt } = await this.context.user(subjectId);
    const { open = 0, resolved = 0 } = await this.context.counts(subjectId);
    const last = await this.context.newest(subjectId, LAST_REPORTS);
    return {
      is_active: isActive,
      role,
      created_at: createdAt.toISOString(),
      open_reports: open,
      resolved_reports: resolved,
      last_reports: last.map(summaryOf),
      restriction: await this.restrictionOf(row),
    };
  }

  private async restrictionOf({ roomId, subjectId: userId }: ReportRow): Promise<PresentRestriction | null> {
    const restriction = roomId === null ? undefined : await this.restrictions.find({ roomId, userId });
    if (!restriction) return null;
    const { kind, until, reason, byId = null } = restriction;
    const by = byId === null ? undefined : (await this.restrictions.users([byId])).get(byId);
    return { kind, until: until?.toISOString() ?? null, reason: reason ?? null, by: by ?? null };
  }
}

const summaryOf = (row: Omit<ReportRow, 'seen' | 'comment' | 'note'>): ReportSummary => ({
  report_id: row.id,
  state: row.state,
  reason: row.reason,
  created_at: row.createdAt.toISOString(),
  message_id: row.messageId,
  room_id: row.roomId,
  action: row.action,
});

@Module({
  providers: [ReportContextRepository, ReportContextService, ReportsRepository, RoomRestrictionsRepository],
  exports: [ReportContextService],
})
export class ReportContextModule {}
