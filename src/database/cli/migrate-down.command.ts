import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { migrateDown } from '../migrate.js';

@SubCommand({ name: 'down', description: 'revert the latest migration, and delete the data of its tables and columns' })
export class MigrateDownCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const reverted = await migrateDown(await this.deployment.database());
    const text = reverted === undefined ? 'There is nothing to revert.' : `Reverted ${reverted}.`;
    this.print(options, { reverted: reverted ?? null }, text);
  }
}
