import { SubCommand } from 'nest-commander';

import { ParleyCommand, table } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { migrationStates } from '../migrate.js';

@SubCommand({ name: 'status', description: 'list the migrations and whether they are applied' })
export class MigrateStatusCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const states = await migrationStates(await this.deployment.database());
    const rows = states.map(({ name, applied }) => [name, applied ? 'yes' : 'no']);
    this.print(options, states, table(['MIGRATION', 'APPLIED'], rows));
  }
}
