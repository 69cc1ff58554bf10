import { Controller, Param } from '@nestjs/common';
import { invalid, Refusal } from '@parley/protocol';
import type { ErrorDetail, Report } from '@parley/protocol';
import { idsOf } from '@parley/realtime/requests';

import { JsonBody } from '../../../platform/http/body.js';
import { httpCodeOf } from '../../../platform/http/errors.filter.js';
import { QueryOf } from '../../../platform/http/query-values.js';
import { ResolveReport } from '../../../features/reports/acts/resolve-report.js';
import { UserResolvers } from '../../../features/reports/acts/user-resolver.js';
import { ReportContextService } from '../../../features/reports/report-context.js';
import type { ReportDetail } from '../../../features/reports/report-context.js';
import { ReportPages } from '../../../features/reports/report-pages.js';
import { Administration, AdministrationRoute } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';
import { isId, uuidOf } from '../access/path-values.js';
import { ReportPageRequest, ReportResolutionRequest, ReportResolutionsRequest } from './report-requests.js';

/** A page of reports, the newest first. */
export interface ReportPage {
  readonly reports: readonly Report[];
  readonly next_cursor: string | null;
  /** The open reports about the own user, of the last 1000: others resolve them, and see what they say. */
  readonly about_you: number;
}

/** A report that was not resolved, and why. */
export interface RefusedResolution {
  readonly report_id: string;
  /** As in an answer to one report. */
  readonly code: string;
  readonly detail: ErrorDetail;
}

/** The result for each of several reports. */
export interface ReportResolutions {
  readonly resolved: number;
  readonly refused: readonly RefusedResolution[];
}

const RESOLVED = { 409: { description: 'The report is resolved already: `conflict`.', type: 'HttpError' } };

/** Reports of all rooms and of users, for moderators and administrators. */
@Controller('api/admin/reports')
@Administration()
export class ReportsAdministrationController {
  constructor(
    private readonly pages: ReportPages,
    private readonly resolvers: UserResolvers,
    private readonly act: ResolveReport,
    private readonly context: ReportContextService,
  ) {}

  @AdministrationRoute('GET', '', {
    summary: 'Returns a page of the reports, the newest first. Of those about the own user it has the number alone.',
    right: 'reports.read',
    query: ReportPageRequest,
    answer: { description: 'A page of reports.', type: 'ReportPage' },
  })
  async list(
    @CurrentAdministrator() { actor }: Administrator,
    @QueryOf(ReportPageRequest) { state, room_id, limit, cursor }: ReportPageRequest,
  ): Promise<ReportPage> {
    const { reports, next_cursor } = await this.pages.page(actor, {
      state: state ?? 'open',
      roomId: room_id?.toLowerCase(),
      limit,
      cursor,
    });
    return { reports, next_cursor, about_you: await this.context.openAbout(actor.user.id) };
  }

  @AdministrationRoute('GET', ':report_id/', {
    summary: 'Returns a report with what is known of its user.',
    right: 'reports.read',
    answer: { description: 'The report.', type: 'ReportDetail' },
  })
  show(@CurrentAdministrator() { actor }: Administrator, @Param('report_id') reportId: string): Promise<ReportDetail> {
    return this.context.find(uuidOf(reportId), actor.user.id);
  }

  @AdministrationRoute('POST', ':report_id/resolve/', {
    summary: 'Resolves a report, and deletes its message, or restricts or deactivates its user.',
    right: 'reports.resolve',
    body: ReportResolutionRequest,
    answer: { description: 'The report.', type: 'Report' },
    refusals: RESOLVED,
  })
  resolve(
    @CurrentAdministrator() administrator: Administrator,
    @Param('report_id') reportId: string,
    @JsonBody(ReportResolutionRequest) request: ReportResolutionRequest,
  ): Promise<Report> {
    if (!isId(reportId)) throw invalid({ report_id: ['Must be a UUID.'] });
    return this.resolveOne(administrator, reportId.toLowerCase(), request);
  }

  @AdministrationRoute('POST', 'resolve/', {
    summary: 'Resolves reports one after the other with the same action, each as a whole or not at all.',
    right: 'reports.resolve',
    body: ReportResolutionsRequest,
    answer: { description: 'The number of resolved reports, and the others with a reason.', type: 'ReportResolutions' },
  })
  async resolveAll(
    @CurrentAdministrator() administrator: Administrator,
    @JsonBody(ReportResolutionsRequest) { report_ids, ...request }: ReportResolutionsRequest,
  ): Promise<ReportResolutions> {
    const ids = idsOf(report_ids);
    const refused: RefusedResolution[] = [];
    for (const report_id of ids) {
      try {
        await this.resolveOne(administrator, report_id, request);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused.push({ report_id, code: httpCodeOf(error), detail: error.detail });
      }
    }
    return { resolved: ids.length - refused.length, refused };
  }

  private async resolveOne(
    { actor }: Administrator,
    reportId: string,
    { action, note, until }: ReportResolutionRequest,
  ): Promise<Report> {
    const { report } = await this.act.resolve(this.resolvers.of({ actor }), {
      reportId,
      action,
      note: note ?? null,
      until: until ? new Date(until) : undefined,
    });
    return report;
  }
}
