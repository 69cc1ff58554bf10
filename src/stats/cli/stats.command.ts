import { Command } from 'nest-commander';

import { ParleyCommand, table } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { StatsRepository } from '../stats.repository.js';
import type { Stats } from '../stats.repository.js';

@Command({ name: 'stats', description: 'this deployment in figures' })
export class StatsCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const stats = await (await this.deployment.get(StatsRepository)).read();
    this.print(options, stats, table(['WHAT', 'HOW MANY'], lines(stats)));
  }
}

const lines = ({ users, rooms, ...stats }: Stats): string[][] => [
  line('users', users.total),
  line('users, active', users.active),
  line('users, online', users.online),
  ...Object.entries(rooms).map(([type, count]) => line(`rooms, ${type}`, count)),
  line('messages', stats.messages),
  line('sessions', stats.sessions),
  line('nodes', stats.nodes),
  line('bytes of the database', stats.database_bytes),
  line('migrations, pending', stats.pending_migrations),
];

const line = (what: string, count: number): string[] => [what, String(count)];
