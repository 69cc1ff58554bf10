import { invalid } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { MessagePurgeService } from '../../messages/retention/operator-removals.js';
import { ageOf } from '../support/age.js';
import { counted } from '../support/counted.js';
import { DestructiveCommand } from '../support/destructive-command.js';
import type { DestructiveOptions } from '../support/destructive-command.js';
import { Examples } from '../support/parley-command.js';

interface PurgeOptions extends DestructiveOptions {
  readonly olderThan?: number;
}

@SubCommand({ name: 'purge', description: 'remove old messages permanently, and notify their rooms' })
@Examples('parley messages purge --older-than 90d --dry-run', 'parley messages purge --older-than 90d --yes')
export class MessagesPurgeCommand extends DestructiveCommand {
  async run(_: string[], options: PurgeOptions): Promise<void> {
    const { olderThan: seconds } = options;
    if (seconds === undefined) throw invalid('--older-than is required, as in --older-than 90d or 12h.');
    const service = await this.deployment.get(MessagePurgeService);
    // One time for both: what is removed was in the counts, however late the answer comes.
    const before = await service.timeBefore(seconds);
    const confirmed = await this.isConfirmed(options, async () => {
      const { messages, rooms } = await service.count(before);
      const until = before.toISOString();
      return {
        document: { messages, rooms, sent_before: until },
        text: `${counted(messages, 'message')} in ${counted(rooms, 'room')}, sent before ${until}.`,
        question: `Delete ${messages === 1 ? 'this message' : 'these messages'} permanently?`,
      };
    });
    if (!confirmed) return;
    const purged = await service.purge(before, seconds);
    this.print(options, { purged }, `Removed ${counted(purged, 'message')}.`);
  }

  @Option({
    flags: '--older-than <age>',
    description: 'the minimum age of removed messages, with a unit: 15m, 24h, 90d',
  })
  parseOlderThan(age: string): number {
    return ageOf('--older-than', age);
  }
}
