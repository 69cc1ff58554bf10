import { Global, Injectable, Module } from '@nestjs/common';

import { Signals } from '../../platform/cluster-signals/signals.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import type { ReportRow } from './report.entity.js';
import { ReportNotices, reportResolved } from './report-notices.js';

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
export class SignalledReportNoticesModule {}
