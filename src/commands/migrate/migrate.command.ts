import { SubCommand } from 'nest-commander';

import { migrateUp, migrateDown, migrationStates } from '../../platform/database/migrate.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { stateCell, table } from '../support/table.js';

@SubCommand({ name: 'up', description: 'apply the pending migrations of the database' })
@Examples('parley migrate up')
export class MigrateUpCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const applied = await migrateUp(await this.deployment.database());
    const lines = applied.map((name) => `Applied ${name}.`);
    this.print(options, { applied }, lines.join('\n') || 'There is nothing to apply.');
  }
}

@SubCommand({
  name: 'down',
  description: 'revert the latest migration of the database, and delete the data of its tables and columns',
})
@Examples('parley migrate down')
export class MigrateDownCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const reverted = await migrateDown(await this.deployment.database());
    const text = reverted === undefined ? 'There is nothing to revert.' : `Reverted ${reverted}.`;
    this.print(options, { reverted: reverted ?? null }, text);
  }
}

@SubCommand({ name: 'status', description: 'list the migrations of the database, and whether they are applied' })
@Examples('parley migrate status')
export class MigrateStatusCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const states = await migrationStates(await this.deployment.database());
    const rows = states.map(({ name, applied }) => [name, stateCell(applied ? 'yes' : 'no')]);
    this.print(options, states, table(['MIGRATION', 'APPLIED'], rows));
  }
}
