import { SubCommand } from 'nest-commander';

import { latestMigration, migrateDown, migrateUp, migrationStates } from '../../platform/database/migrate.js';
import { DestructiveCommand } from '../support/destructive-command.js';
import type { DestructiveOptions, Plan } from '../support/destructive-command.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { stateCell, table } from '../support/table.js';

@SubCommand({ name: 'up', description: 'apply the pending migrations of the database' })
@Examples('parley migrate up')
export class MigrateUpCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const applied = await migrateUp(await this.deployment.database('create'));
    const lines = applied.map((name) => `Applied ${name}.`);
    this.print(options, { applied }, lines.join('\n') || 'There is nothing to apply.');
  }
}

@SubCommand({
  name: 'down',
  description: 'revert the latest migration of the database, and delete the data of its tables and columns',
})
@Examples('parley migrate down --dry-run', 'parley migrate down --yes')
export class MigrateDownCommand extends DestructiveCommand {
  async run(_: string[], options: DestructiveOptions): Promise<void> {
    const database = await this.deployment.database();
    const latest = await latestMigration(database);
    if (latest !== undefined && !(await this.isConfirmed(options, () => Promise.resolve(planOf(latest))))) return;
    const reverted = await migrateDown(database);
    const text = reverted === undefined ? 'There is nothing to revert.' : `Reverted ${reverted}.`;
    this.print(options, { reverted: reverted ?? null }, text);
  }
}

const planOf = (migration: string): Plan => ({
  document: { reverts: migration },
  text: `The migration ${migration}, with the data of its tables and columns.`,
  question: 'Revert the migration?',
});

@SubCommand({ name: 'status', description: 'list the migrations of the database, and whether they are applied' })
@Examples('parley migrate status')
export class MigrateStatusCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const states = await migrationStates(await this.deployment.database());
    const rows = states.map(({ name, applied }) => [name, stateCell(applied ? 'yes' : 'no')]);
    this.print(options, states, table(['MIGRATION', 'APPLIED'], rows));
  }
}
