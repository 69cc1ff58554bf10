import { Option, SubCommand } from 'nest-commander';

import type { Loss } from '../../../platform/database/losses.js';
import {
  lossesOfReverting,
  migrateDown,
  migrateUp,
  migrationsAfter,
  migrationStates,
} from '../../../platform/database/migrate.js';
import { RELEASES } from '../../../platform/database/migrations/all-migrations.js';
import type { EarlierRelease } from '../../../platform/database/migrations/all-migrations.js';
import { DestructiveCommand } from '../support/destructive-command.js';
import type { DestructiveOptions, Plan } from '../support/destructive-command.js';
import { choiceOf } from '../support/list-options.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { stateCell, table } from '../support/table.js';

const RELEASE_NAMES = Object.keys(RELEASES) as EarlierRelease[];

@SubCommand({ name: 'up', description: 'apply the pending migrations of the database' })
@Examples('parley migrate up')
export class MigrateUpCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const database = await this.deployment.database('create');
    const applied = await migrateUp(database);
    const text = applied.map((name) => `Applied ${name}.`).join('\n') || 'There is nothing to apply.';
    this.print(options, { applied }, text);
  }
}

interface DownOptions extends DestructiveOptions {
  readonly to?: EarlierRelease;
}

@SubCommand({
  name: 'down',
  description: 'revert the latest migration of the database, or all since a release, and delete the data of theirs',
})
@Examples('parley migrate down --dry-run', 'parley migrate down --to 0.3 --yes')
export class MigrateDownCommand extends DestructiveCommand {
  async run(_: string[], options: DownOptions): Promise<void> {
    const database = await this.deployment.database();
    const names = await migrationsAfter(database, options.to);
    const plan = async (): Promise<Plan> => planOf(names, await lossesOfReverting(database, names), options);
    if (names.length > 0 && !(await this.isConfirmed(options, plan))) return;
    const reverted = await migrateDown(database, options.to);
    const text = reverted.map((name) => `Reverted ${name}.`).join('\n') || 'There is nothing to revert.';
    this.print(options, { reverted: options.to === undefined ? (reverted[0] ?? null) : reverted }, text);
  }

  @Option({ flags: '--to <release>', description: 'revert to the tables of this release', choices: RELEASE_NAMES })
  parseTo(release: string): EarlierRelease {
    return choiceOf('--to', RELEASE_NAMES, release);
  }
}

function planOf(names: readonly string[], losses: readonly Loss[], { to }: DownOptions): Plan {
  const rows = losses.map((loss) => [
    loss.column === undefined ? loss.table : `${loss.table}.${loss.column}`,
    String(loss.rows),
  ]);
  const lost = rows.length === 0 ? 'Nothing is deleted that is stored.' : table(['DELETED', 'ROWS'], rows);
  return {
    document: { reverts: to === undefined ? names[0] : names, deletes: losses },
    text: `Reverts ${names.join(', ')}.\n${lost}`,
    question: names.length > 1 ? 'Revert the migrations?' : 'Revert the migration?',
  };
}

@SubCommand({ name: 'status', description: 'list the migrations of the database, and whether they are applied' })
@Examples('parley migrate status')
export class MigrateStatusCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const database = await this.deployment.database();
    const states = await migrationStates(database);
    const rows = states.map(({ name, applied }) => [name, stateCell(applied ? 'yes' : 'no')]);
    this.print(options, states, table(['MIGRATION', 'APPLIED'], rows));
  }
}
