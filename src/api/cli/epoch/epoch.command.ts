import { SubCommand } from 'nest-commander';

import type { Epoch } from '../../../features/rooms/epochs/epoch.entity.js';
import { EpochsService } from '../../../features/rooms/epochs/epochs.service.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { table } from '../support/table.js';

const HEADINGS = ['NUMBER', 'ID', 'REASON', 'BEGAN'];

@SubCommand({
  name: 'new',
  description: 'begin an epoch: after a restore or a promotion of PostgreSQL, before the service starts',
})
@Examples('parley epoch new')
export class EpochNewCommand extends ParleyCommand {
  async run(_arguments: string[], options: OutputOptions): Promise<void> {
    const id = await (await this.deployment.get(EpochsService)).declare();
    this.print(options, { id }, `Epoch ${id} has begun. Clients reset the rooms of which they have later changes.`);
  }
}

@SubCommand({ name: 'list', description: 'list the epochs of the database, the present one first' })
@Examples('parley epoch list')
export class EpochListCommand extends ParleyCommand {
  async run(_arguments: string[], options: OutputOptions): Promise<void> {
    const epochs = (await (await this.deployment.get(EpochsService)).list()).map(toView);
    const rows = epochs.map(({ number, id, reason, began_at }) => [String(number), id, reason, began_at]);
    this.print(options, epochs, table(HEADINGS, rows));
  }
}

const toView = ({ id, number, parentId, reason, beganAt }: Epoch) => ({
  id,
  number,
  parent_id: parentId,
  reason,
  began_at: beganAt.toISOString(),
});
