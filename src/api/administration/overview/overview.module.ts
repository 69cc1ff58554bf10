import { Module } from '@nestjs/common';

import { AuthModule } from '../../../features/auth/auth.module.js';
import { SessionListModule } from '../../../features/presence/presence.module.js';
import { ReportContextModule } from '../../../features/reports/report-context.js';
import { UsersModule } from '../../../features/users/users.module.js';
import { RemoteAddresses } from '../../../platform/http/remote-addresses.js';
import { FiguresModule } from '../figures/figures.module.js';
import { DeploymentWarnings } from './deployment-warnings.js';
import { LastBackup } from './last-backup.js';
import { OverviewController } from './overview.controller.js';

/** What an administrator sees first. */
@Module({
  imports: [AuthModule, FiguresModule, ReportContextModule, SessionListModule, UsersModule],
  providers: [DeploymentWarnings, LastBackup, RemoteAddresses],
  controllers: [OverviewController],
})
export class OverviewModule {}
