import { Option, SubCommand } from 'nest-commander';

import { AuditListRepository } from '../../../features/audit/audit-list.repository.js';
import { isByOperator } from '../../../features/audit/audited-act.js';
import type { AuditedUser, AuditEntry } from '../../../features/audit/audited-act.js';
import { listParts } from '../../../platform/collections/list-part.js';
import type { PartOf } from '../../../platform/collections/list-part.js';
import { DEFAULT_LIMIT, limitOf } from '../support/list-options.js';
import { Examples } from '../support/parley-command.js';
import { printable } from '../support/table.js';
import { AuditCommandWithFilter } from './filter-options.js';
import type { FilterOptions } from './filter-options.js';

interface ListOptions extends FilterOptions {
  readonly limit?: number;
}

const HEADINGS = ['ID', 'AT', 'BY', 'FROM', 'ACTION', 'ROOM', 'TO', 'DETAILS'];

@SubCommand({ name: 'list', description: 'list the entries of the audit log, the newest first' })
@Examples(
  'parley audit list --user ada --since 24h',
  'parley audit list --action users. --until 2026-01-31T08:00:00Z',
  'parley audit list --room 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40 --limit 20 --json',
)
export class AuditListCommand extends AuditCommandWithFilter {
  async run(_: string[], { limit = DEFAULT_LIMIT, ...options }: ListOptions): Promise<void> {
    const list = await this.deployment.get(AuditListRepository);
    const filter = await this.filterOf(options);
    const parts = listParts((part: PartOf<number>) => list.part(filter, part), limit);
    await this.printList(options, parts, { headings: HEADINGS, cells });
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
  entry.origin?.address ?? '',
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
