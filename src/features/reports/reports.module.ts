import { Module } from '@nestjs/common';

import { MessagesModule } from '../messages/messages.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { UsersModule } from '../users/users.module.js';
import { MessageReportEvent } from './events/message-report.event.js';
import { ReportListEvent } from './events/report-list.event.js';
import { ReportResolveEvent } from './events/report-resolve.event.js';
import { ResolveReport } from './acts/resolve-report.js';
import { UserResolvers } from './acts/user-resolver.js';
import { DispatchedReportNotices } from './dispatched-report-notices.js';
import { ReportNotices } from './report-notices.js';
import { ReportPages } from './report-pages.js';
import { ReportPolicy } from './report.policy.js';
import { ReportsRepository } from './reports.repository.js';
import { ReportsService } from './reports.service.js';

const events = [MessageReportEvent, ReportListEvent, ReportResolveEvent];

/** Reports of messages and users, and what is done about them. */
@Module({
  imports: [MessagesModule, RoomsModule, UsersModule],
  providers: [
    { provide: ReportNotices, useClass: DispatchedReportNotices },
    ReportPages,
    ReportPolicy,
    ReportsRepository,
    ReportsService,
    ResolveReport,
    UserResolvers,
    ...events,
  ],
  exports: [ReportPages, ResolveReport, UserResolvers],
})
export class ReportsModule {}
