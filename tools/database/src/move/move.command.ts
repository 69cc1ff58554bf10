import { invalid } from '@parley/protocol';
import { Command, Option } from 'nest-commander';

import { counted } from '../../../../src/api/cli/support/quantities.js';
import { Examples, ParleyCommand } from '../../../../src/api/cli/support/parley-command.js';
import type { OutputOptions } from '../../../../src/api/cli/support/parley-command.js';
import { postgresAddressOf } from '../../../../src/api/cli/support/option-values.js';
import { moveDatabase } from './move.js';
import type { Moved } from './move.js';
import { moveProgress } from './progress.js';

interface MoveOptions extends OutputOptions {
  readonly from?: string;
  readonly to?: string;
}

@Command({
  name: 'move',
  description: 'move the embedded database of a stopped service to PostgreSQL; can be interrupted and run again',
})
@Examples('parley move --from ./data --to postgres://user@host/database')
export class MoveCommand extends ParleyCommand {
  async run(_: string[], options: MoveOptions): Promise<void> {
    const { from, to } = options;
    if (from === undefined) throw invalid('Give --from, the data folder, as in --from ./data.');
    if (to === undefined) throw invalid('Give --to, as in --to postgres://user@host/database.');
    const began = Date.now();
    const progress = moveProgress();
    const moved = await moveDatabase(from, to, progress).finally(progress.stop);
    const seconds = Math.round((Date.now() - began) / 100) / 10;
    this.print(options, { ...moved, seconds }, text(moved, seconds));
  }

  @Option({ flags: '--from <folder>', description: 'data folder (DATA_DIR) of the stopped service' })
  parseFrom(folder: string): string {
    return folder;
  }

  @Option({
    flags: '--to <address>',
    description: 'postgres:// URL of an empty database; the password may be in PGPASSWORD',
  })
  parseTo(address: string): string {
    return postgresAddressOf('--to', address);
  }
}

function text({ rows, epoch }: Moved, seconds: number): string {
  const { users = 0, rooms = 0, messages = 0 } = rows;
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const content = [counted(users, 'user'), counted(rooms, 'room'), counted(messages, 'message')].join(', ');
  return [
    `Moved ${content}: ${counted(all, 'row')} in ${String(seconds)} seconds, every row compared.`,
    `Epoch ${epoch} has begun. Set DATABASE_URL to the address, keep DATA_DIR, and start the service.`,
  ].join('\n');
}
