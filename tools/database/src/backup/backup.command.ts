import { access, stat } from 'node:fs/promises';

import { Command, Option } from 'nest-commander';

import { counted, sizeText } from '../../../../src/api/cli/support/quantities.js';
import { Examples, ParleyCommand } from '../../../../src/api/cli/support/parley-command.js';
import type { OutputOptions } from '../../../../src/api/cli/support/parley-command.js';
import { CannotStart, Config } from '../../../../src/platform/config/config.js';
import { requireDatabase } from '../../../../src/platform/database/embedded/database-folder.js';
import { recordBackup } from '../../../../src/platform/database/embedded/last-backup.js';
import { DiskStore } from '../../../../src/features/uploads/store/disk-store.js';
import { openFileStore } from '../../../../src/features/uploads/store/open-stores.js';
import type { StoredContent } from './archive.js';
import { BackupUnpacking } from './backup-unpacking.js';
import { backUp } from './backup.js';
import { FilePacking } from './file-packing.js';
import { restore } from './restore.js';

/** @throws CannotStart if the database is a PostgreSQL server, which has tools of its own for this */
function embeddedOnly({ database }: Pick<Config, 'database'>): void {
  if (database.url === undefined) return;
  throw new CannotStart('DATABASE_URL is set: back up and restore PostgreSQL with its own tools; see docs/backup.md.');
}

const inFigures = ({ users, rooms, messages, files }: StoredContent & { readonly files: number }): string =>
  [counted(users, 'user'), counted(rooms, 'room'), counted(messages, 'message'), counted(files, 'file')].join(', ');

@Command({
  name: 'backup',
  arguments: '<file>',
  description: 'write the embedded database and the files of messages into one file, while a service is running or not',
})
@Examples('parley backup parley.backup')
export class BackupCommand extends ParleyCommand {
  async run([file = '']: string[], options: OutputOptions): Promise<void> {
    const settings = this.deployment.settings();
    const config = settings.of(Config);
    embeddedOnly(config);
    requireDatabase(config.dataDir);
    const store = await openFileStore(settings);
    const isHere = store instanceof DiskStore;
    const packing = new FilePacking(isHere ? store : undefined);
    const content = await backUp(() => this.deployment.database(), config.dataDir, file, packing);
    if (!isHere) this.warn('The backup has no files: the bucket of S3 needs a backup of its own; see docs/files.md.');
    if (content.files_missing > 0) {
      this.warn(`Not in the backup: ${counted(content.files_missing, 'file')}, whose bytes are not in the store.`);
    }
    await recordBackup(config.dataDir, new Date()).catch(() =>
      this.warn('The time of this backup could not be kept: the administration page does not know of it.'),
    );
    const { size } = await stat(file);
    const text = `Backed up ${inFigures(content)} to ${file} (${sizeText(size)}).`;
    this.print(options, { file, bytes: size, ...content }, text);
  }
}

interface RestoreOptions extends OutputOptions {
  readonly force?: true;
}

@Command({
  name: 'restore',
  arguments: '<file>',
  description: 'restore a backup into the data folder, while no service uses it',
})
@Examples('parley restore parley.backup', 'parley restore parley.backup --force')
export class RestoreCommand extends ParleyCommand {
  async run([file = '']: string[], options: RestoreOptions): Promise<void> {
    const settings = this.deployment.settings();
    const config = settings.of(Config);
    embeddedOnly(config);
    await access(file);
    const unpacking = new BackupUnpacking(() => openFileStore(settings));
    const content = await restore(config.dataDir, file, options.force ?? false, unpacking);
    this.print(options, { file, ...content }, `Restored ${inFigures(content)}.`);
  }

  @Option({ flags: '--force', description: 'replace an existing database' })
  parseForce(): true {
    return true;
  }
}
