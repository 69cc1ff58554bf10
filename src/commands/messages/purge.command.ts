import { invalid } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { MessagePurgeService } from '../../messages/retention/operator-removals.js';
import { ageOf } from '../support/age.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

interface PurgeOptions extends OutputOptions {
  readonly olderThan?: number;
}

@SubCommand({ name: 'purge', description: 'remove old messages permanently, and notify their rooms' })
@Examples('parley messages purge --older-than 90d')
export class MessagesPurgeCommand extends ParleyCommand {
  async run(_: string[], options: PurgeOptions): Promise<void> {
    if (options.olderThan === undefined) throw invalid('--older-than is required, as in --older-than 90d or 12h.');
    const purged = await (await this.deployment.get(MessagePurgeService)).olderThan(options.olderThan);
    this.print(options, { purged }, `Removed ${String(purged)} ${purged === 1 ? 'message' : 'messages'}.`);
  }

  @Option({
    flags: '--older-than <age>',
    description: 'the minimum age of removed messages, with a unit: 15m, 24h, 90d',
  })
  parseOlderThan(age: string): number {
    return ageOf('--older-than', age);
  }
}
