import { SubCommand } from 'nest-commander';

import { changeKeys, hasFormerKeys } from '../../platform/database/keys-by-room/change-keys.js';
import { latestMigration, migrateDown, migrateUp, migrationStates } from '../../platform/database/migrate.js';
import type { OpenDatabase } from '../../platform/database/open-database.js';
import { countOlderNodes } from '../../presence/older-nodes.repository.js';
import { DestructiveCommand } from '../support/destructive-command.js';
import type { DestructiveOptions, Plan } from '../support/destructive-command.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { stepProgress } from '../support/step-progress.js';
import { stateCell, table } from '../support/table.js';

@SubCommand({ name: 'up', description: 'apply the pending migrations of the database' })
@Examples('parley migrate up')
export class MigrateUpCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const database = await this.deployment.database('create');
    const applied = await migrateUp(database);
    const isDue = await hasFormerKeys(database);
    const olderNodes = isDue ? await countOlderNodes(database) : 0;
    const isChanged = isDue && olderNodes === 0;
    if (isChanged) await this.changeKeys(database);
    const lines = [
      ...applied.map((name) => `Applied ${name}.`),
      ...(isChanged ? ['Replaced the keys of release 0.2 with keys by room.'] : []),
      ...(olderNodes > 0 ? [postponed(olderNodes)] : []),
    ];
    const document = { applied, changed_keys: isChanged, postponed_keys: olderNodes > 0 };
    this.print(options, document, lines.join('\n') || 'There is nothing to apply.');
  }

  private async changeKeys(database: OpenDatabase['source']): Promise<void> {
    const { onStep, stop } = stepProgress();
    await changeKeys(database, onStep).finally(stop);
  }
}

const postponed = (nodes: number): string =>
  `The keys of release 0.2 stay, because ${String(nodes)} of its nodes run: run this command again when none does.`;

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
    const database = await this.deployment.database();
    const states = await migrationStates(database);
    const rows = states.map(({ name, applied }) => [name, stateCell(applied ? 'yes' : 'no')]);
    const isChanged = states.every(({ applied }) => applied) && !(await hasFormerKeys(database));
    const keys = isChanged ? '' : `\nThe database has keys of release 0.2: "parley migrate up" replaces them.`;
    this.print(options, states, `${table(['MIGRATION', 'APPLIED'], rows)}${keys}`);
  }
}
