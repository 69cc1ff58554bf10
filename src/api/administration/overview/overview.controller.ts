import { Controller } from '@nestjs/common';

import { ReportContextService } from '../../../features/reports/report-context.js';
import { DeploymentPolicy } from '../../../features/users/roles/deployment.policy.js';
import { DiskSpace } from '../../../platform/health/disk-space.js';
import type { Space } from '../../../platform/health/disk-space.js';
import { HealthReporter } from '../../../platform/health/health-report.js';
import type { HealthReport } from '../../../platform/health/health-report.js';
import { Warnings } from '../../../platform/health/warnings.js';
import type { Warning } from '../../../platform/health/warnings.js';
import { version } from '../../../platform/package/package-info.js';
import { Administration, AdministrationRoute } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';
import { DeploymentCountsService } from '../figures/deployment-counts.service.js';
import type { DeploymentCounts } from '../figures/deployment-counts.service.js';
import { LastBackup } from './last-backup.js';
import type { BackupState } from './last-backup.js';

/** The state of the deployment, with what needs attention. */
export interface Overview {
  readonly version: string;
  /** Of the process that answers. Without `redis` none is used. */
  readonly health: HealthReport;
  /** Of the disk with the data folder, in bytes; null: no data is stored there. */
  readonly disk: Space | null;
  readonly backup: BackupState;
  /** Open ones, of the newest 1000. Of those about the own user there is the number alone. */
  readonly reports: { readonly open: number; readonly about_you: number };
  /** The counts of the database; null while it is counted for the first time. */
  readonly deployment: DeploymentCounts | null;
  /** What an administrator should do. A moderator sees none. */
  readonly warnings: readonly Warning[];
}

/** The first page of the administration. */
@Controller('api/admin/overview')
@Administration()
export class OverviewController {
  constructor(
    private readonly health: HealthReporter,
    private readonly disk: DiskSpace,
    private readonly backup: LastBackup,
    private readonly reports: ReportContextService,
    private readonly counts: DeploymentCountsService,
    private readonly warnings: Warnings,
    private readonly policy: DeploymentPolicy,
  ) {}

  @AdministrationRoute('GET', '', {
    summary: 'Returns the state of the deployment, with warnings of what an administrator should do.',
    right: 'figures.read',
    answer: { description: 'The overview.', type: 'Overview' },
  })
  async show(@CurrentAdministrator() { actor }: Administrator): Promise<Overview> {
    const { id } = actor.user;
    const [health, disk, backup, open, about_you, deployment, warnings] = await Promise.all([
      this.health.make(),
      this.disk.isMonitored ? this.disk.left().catch(() => null) : null,
      this.backup.read(),
      this.reports.openAboutOthers(id),
      this.reports.openAbout(id),
      this.counts.read(),
      this.policy.permits(actor, 'settings.manage') ? this.warnings.find() : [],
    ]);
    return { version, health, disk, backup, reports: { open, about_you }, deployment, warnings };
  }
}
