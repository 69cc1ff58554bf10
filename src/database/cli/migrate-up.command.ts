import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { migrateUp } from '../migrate.js';

@SubCommand({ name: 'up', description: 'migrate the tables to this version' })
export class MigrateUpCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const applied = await migrateUp(await this.deployment.database());
    const lines = applied.map((name) => `Applied ${name}.`);
    this.print(options, { applied }, lines.join('\n') || 'There is nothing to apply.');
  }
}
