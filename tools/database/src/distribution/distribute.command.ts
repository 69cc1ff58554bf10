import { SubCommand } from 'nest-commander';

import { counted } from '../../../../src/api/cli/support/quantities.js';
import { Examples, ParleyCommand } from '../../../../src/api/cli/support/parley-command.js';
import type { OutputOptions } from '../../../../src/api/cli/support/parley-command.js';
import { stepProgress } from '../../../../src/api/cli/support/step-progress.js';
import { CannotStart } from '../../../../src/platform/config/config.js';
import { countLivingNodes } from '../../../../src/features/presence/living-nodes.repository.js';
import { distribute } from './distribute.js';
import type { Distributed } from './distribute.js';

@SubCommand({
  name: 'distribute',
  description: 'spread the rooms of a stopped service over the workers of Citus; can be stopped and run again',
})
@Examples('parley database distribute')
export class DatabaseDistributeCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const database = await this.deployment.undistributed();
    const nodes = await countLivingNodes(database);
    if (nodes > 0) throw new CannotStart(nodesRun(nodes));
    const { onStep, stop } = stepProgress();
    const distributed = await distribute(database, onStep).finally(stop);
    this.print(options, distributed, text(distributed));
  }
}

const nodesRun = (nodes: number): string =>
  `${counted(nodes, 'node')} of the service ${nodes === 1 ? 'is' : 'are'} running: stop the service first. ` +
  'A node that was killed counts for 20 seconds.';

function text({ rows, workers, shards }: Distributed): string {
  const { rooms = 0, messages = 0 } = rows;
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return (
    `Distributed ${counted(rooms, 'room')} with ${counted(messages, 'message')} (${counted(all, 'row')}) ` +
    `in ${counted(shards, 'shard')} over ${counted(workers, 'worker')}.`
  );
}
