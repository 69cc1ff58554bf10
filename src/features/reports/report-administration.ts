import { Global, Injectable, Module } from '@nestjs/common';
import type { Report, ReportState } from '@parley/protocol';

import { Signals } from '../../platform/cluster-signals/signals.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { MessageActsModule } from '../messages/acts/message-acts.module.js';
import { listParts } from '../../platform/collections/list-part.js';
import type { PartOf } from '../../platform/collections/list-part.js';
import type { TimedPlace } from '../../platform/pages/timed-place.js';
import { RoomActsModule } from '../rooms/acts/room-acts.module.js';
import { UsersModule } from '../users/users.module.js';
import { OPERATOR_RESOLVER } from './acts/operator-resolver.js';
import type { OperatorAction } from './acts/operator-resolver.js';
import { ResolveReport } from './acts/resolve-report.js';
import { ReportNotices, reportResolved } from './report-notices.js';
import type { ReportRow } from './report.entity.js';
import { operatorReports } from './report.policy.js';
import { ReportsRepository } from './reports.repository.js';

/** Of a command: leaves a signal in the transaction. */
@Injectable()
class SignalledReportNotices extends ReportNotices {
  constructor(private readonly signals: Signals) {
    super();
  }

  override publish({ manager }: Work, { id }: ReportRow): Promise<void> {
    return this.signals.publish(manager, reportResolved, { reportId: id });
  }
}

@Global()
@Module({ providers: [{ provide: ReportNotices, useClass: SignalledReportNotices }], exports: [ReportNotices] })
class SignalledReportNoticesModule {}

/** Reports for commands, which need no running node. */
@Injectable()
export class ReportAdministrationService {
  constructor(
    private readonly reports: ReportsRepository,
    private readonly act: ResolveReport,
  ) {}

  /** The newest first, part by part. */
  list(state: ReportState, roomId: string | undefined, limit: number): AsyncIterable<readonly Report[]> {
    const grant = operatorReports(roomId);
    return listParts(async (part: PartOf<TimedPlace>) => {
      const { reports: items, end: after } = await this.reports.part(grant, { state, ...part });
      return { items, after };
    }, limit);
  }

  /** @throws Refusal 4002 while the room is held, 4003, 4004, 4005 if it is resolved already */
  async resolve(reportId: string, action: OperatorAction, note: string | null): Promise<Report> {
    return (await this.act.resolve(OPERATOR_RESOLVER, { reportId, action, note })).report;
  }
}

@Module({
  imports: [MessageActsModule, RoomActsModule, SignalledReportNoticesModule, UsersModule],
  providers: [ReportAdministrationService, ReportsRepository, ResolveReport],
  exports: [ReportAdministrationService],
})
export class ReportAdministrationModule {}
