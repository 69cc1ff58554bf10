import { invalid } from '@parley/protocol';
import { isUUID } from 'class-validator';
import { Option, SubCommand } from 'nest-commander';

import { AuditRepository } from '../../operations/audit/audit.repository.js';
import { isByOperator } from '../../operations/audit/audited-act.js';
import type { AuditedUser, AuditEntry } from '../../operations/audit/audited-act.js';
import { UsersService } from '../../users/users.service.js';
import { DEFAULT_LIMIT, limitOf, sinceOf } from '../support/list-options.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable, table } from '../support/table.js';

interface ListOptions extends OutputOptions {
  readonly room?: string;
  readonly user?: string;
  readonly key?: string;
  readonly since?: Date;
  readonly limit?: number;
}

const HEADINGS = ['ID', 'AT', 'BY', 'ACTION', 'ROOM', 'TO', 'DETAILS'];

@SubCommand({ name: 'list', description: 'list the entries of the audit log, the newest first' })
@Examples(
  'parley audit list --user ada --since 24h',
  'parley audit list --room 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40 --limit 20 --json',
)
export class AuditListCommand extends ParleyCommand {
  async run(_: string[], { room, user, key, since, limit = DEFAULT_LIMIT, ...output }: ListOptions): Promise<void> {
    const users = await this.deployment.get(UsersService);
    const userId = user === undefined ? undefined : (await users.findAny(user)).id;
    const audit = await this.deployment.get(AuditRepository);
    const entries = await audit.list({ roomId: room, userId, keyId: key, since, limit });
    this.print(output, entries, table(HEADINGS, entries.map(cells)));
  }

  @Option({ flags: '--room <room-id>', description: 'only actions in this room' })
  parseRoom(id: string): string {
    if (!isUUID(id)) throw invalid(`--room must be the id of a room, which is a UUID, not ${id}.`);
    return id;
  }

  @Option({ flags: '--user <username>', description: 'only actions by or on this user' })
  parseUser(username: string): string {
    return username;
  }

  @Option({ flags: '--key <key-id>', description: 'only actions with this API key' })
  parseKey(id: string): string {
    if (!isUUID(id)) throw invalid(`--key must be the id of an API key, which is a UUID, not ${id}.`);
    return id;
  }

  @Option({
    flags: '--since <time>',
    description: 'only actions since a time such as 2026-01-31T08:00:00Z, or an age: 15m, 24h, 90d',
  })
  parseSince(time: string): Date {
    return sinceOf(time);
  }

  @Option({ flags: '--limit <count>', description: `maximum number of entries, by default ${String(DEFAULT_LIMIT)}` })
  parseLimit(count: string): number {
    return limitOf(count);
  }
}

const cells = (entry: AuditEntry): string[] => [
  String(entry.id),
  entry.at,
  named(entry.actor, isByOperator(entry) ? 'operator' : '') + keyOf(entry),
  entry.action,
  entry.room_id ?? '',
  named(entry.subject, ''),
  Object.keys(entry.details).length === 0 ? '' : JSON.stringify(entry.details),
];

/** A key without a name was removed. */
const keyOf = ({ key }: AuditEntry): string =>
  key === null ? '' : ` with the key ${key.name === null ? key.id : `${printable(key.name)} (${key.id})`}`;

const named = (user: AuditedUser | null, nobody: string): string =>
  user === null ? nobody : `${user.username} (${String(user.id)})`;
