import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { AccountListRepository } from '../../../features/presence/account-list/account-list.repository.js';
import { Config } from '../../../platform/config/config.js';
import { DiskSpace, isLittle } from '../../../platform/health/disk-space.js';
import { Warnings } from '../../../platform/health/warnings.js';
import type { Warning } from '../../../platform/health/warnings.js';
import { LastBackup } from './last-backup.js';

/** A backup that is older is warned of. */
const DAYS_OF_BACKUP = 7;
const DAY_MS = 86_400_000;

/** Warns of what is wrong with the deployment as a whole. */
@Injectable()
export class DeploymentWarnings implements OnModuleInit {
  constructor(
    private readonly warnings: Warnings,
    private readonly config: Config,
    private readonly accounts: AccountListRepository,
    private readonly disk: DiskSpace,
    private readonly backup: LastBackup,
  ) {}

  onModuleInit(): void {
    this.warnings.add('public_url', () => Promise.resolve(this.ofAddress()));
    this.warnings.add('administrators', () => this.ofAdministrators());
    this.warnings.add('disk', () => this.ofDisk());
    this.warnings.add('backup', () => this.ofBackup());
  }

  private ofAddress(): Warning[] {
    return this.config.http.publicUrl === undefined ? [{ code: 'public_url_missing' }] : [];
  }

  private async ofAdministrators(): Promise<Warning[]> {
    return (await this.accounts.haveSecondAdministrator()) ? [] : [{ code: 'no_second_administrator' }];
  }

  private async ofDisk(): Promise<Warning[]> {
    if (!this.disk.isMonitored) return [];
    const space = await this.disk.left();
    return isLittle(space) ? [{ code: 'disk_nearly_full', ...space }] : [];
  }

  /** Of a PostgreSQL nothing is known: its own tools make the backups. */
  private async ofBackup(): Promise<Warning[]> {
    const { is_known: isKnown, at } = await this.backup.read();
    if (!isKnown) return [];
    if (at === null) return [{ code: 'no_backup' }];
    const days = Math.floor((Date.now() - Date.parse(at)) / DAY_MS);
    return days >= DAYS_OF_BACKUP ? [{ code: 'backup_old', days }] : [];
  }
}
