import { Command } from 'nest-commander';

import { StatsRepository } from '../../../features/statistics/stats.repository.js';
import type { Stats } from '../../../features/statistics/stats.repository.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { sizeText } from '../support/quantities.js';
import { table } from '../support/table.js';

@Command({
  name: 'stats',
  description:
    'print the numbers of users, rooms, messages, files, sessions and nodes, and the sizes of files and database',
})
@Examples('parley stats', 'parley stats --json')
export class StatsCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const stats = await (await this.deployment.get(StatsRepository)).read();
    this.print(options, stats, table(['METRIC', 'VALUE'], lines(stats)));
  }
}

const lines = ({ users, rooms, ...stats }: Stats): string[][] => [
  line('users', users.total),
  line('active users', users.active),
  line('online users', users.online),
  line('guests', users.guests),
  line('bots', users.bots),
  ...Object.entries(rooms).map(([type, count]) => line(`rooms of type ${type}`, count)),
  line('messages', stats.messages),
  line('files', stats.files),
  ['size of files', sizeText(stats.file_bytes)],
  line('sessions', stats.sessions),
  line('nodes', stats.nodes),
  ['database size', sizeText(stats.database_bytes)],
  line('pending migrations', stats.pending_migrations),
];

const line = (what: string, count: number): string[] => [what, String(count)];
