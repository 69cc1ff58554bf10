import { access, stat } from 'node:fs/promises';

import { Command, Option } from 'nest-commander';

import { CannotStart } from '../../platform/config/config.js';
import type { Settings } from '../../platform/config/config.js';
import type { StoredContent } from '../../platform/database/embedded/archive.js';
import { backUp } from '../../platform/database/embedded/backup.js';
import { requireDatabase } from '../../platform/database/embedded/database-folder.js';
import { restore } from '../../platform/database/embedded/restore.js';
import { counted } from '../support/counted.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { sizeText } from '../support/size.js';

/** @throws CannotStart if the database is a PostgreSQL server, which has tools of its own for this */
function embeddedOnly({ database }: Pick<Settings, 'database'>): void {
  if (database.url === undefined) return;
  throw new CannotStart('DATABASE_URL is set: back up and restore PostgreSQL with its own tools; see docs/backup.md.');
}

const inFigures = ({ users, rooms, messages }: StoredContent): string =>
  [counted(users, 'user'), counted(rooms, 'room'), counted(messages, 'message')].join(', ');

@Command({
  name: 'backup',
  arguments: '<file>',
  description: 'write the embedded database into one file, while a service is running or not',
})
@Examples('parley backup parley.backup')
export class BackupCommand extends ParleyCommand {
  async run([file = '']: string[], options: OutputOptions): Promise<void> {
    const config = this.deployment.settings();
    embeddedOnly(config);
    requireDatabase(config.dataDir);
    const content = await backUp(() => this.deployment.database(), config.dataDir, file);
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
    const config = this.deployment.settings();
    embeddedOnly(config);
    await access(file);
    const content = await restore(config.dataDir, file, options.force ?? false);
    this.print(options, { file, ...content }, `Restored ${inFigures(content)}.`);
  }

  @Option({ flags: '--force', description: 'replace an existing database' })
  parseForce(): true {
    return true;
  }
}
