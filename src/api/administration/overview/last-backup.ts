import { Injectable } from '@nestjs/common';

import { Config } from '../../../platform/config/config.js';
import { lastBackup } from '../../../platform/database/embedded/last-backup.js';

/** What the service knows of backups. */
export interface BackupState {
  /** False: the database is a PostgreSQL, of whose backups the service does not hear. */
  readonly is_known: boolean;
  /** When the last one was completed; null: none is known. */
  readonly at: string | null;
}

/** Knows the last backup of the embedded database, which `parley backup` has made. */
@Injectable()
export class LastBackup {
  constructor(private readonly config: Config) {}

  async read(): Promise<BackupState> {
    const { database, dataDir } = this.config;
    if (database.url !== undefined) return { is_known: false, at: null };
    return { is_known: true, at: (await lastBackup(dataDir))?.toISOString() ?? null };
  }
}
