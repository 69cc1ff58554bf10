import { Injectable, Module } from '@nestjs/common';

import { listParts } from '../../platform/collections/list-part.js';
import type { PartOf } from '../../platform/collections/list-part.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { AuditListRepository } from './audit-list.repository.js';
import { AuditRepository } from './audit.repository.js';
import type { AuditActor, AuditEntry, AuditFilter } from './audited-act.js';

export const AUDIT_FORMATS = ['csv', 'jsonl'] as const;
export type AuditFormat = 'csv' | 'jsonl';

/** Checks in a transaction whether the audit log may be exported. @returns who exports it */
type Permission = (manager: Work['manager']) => Promise<AuditActor>;

const COLUMNS = [
  'id',
  'at',
  'actor_id',
  'actor',
  'key_id',
  'key',
  'address',
  'session_id',
  'action',
  'room_id',
  'subject_id',
  'subject',
  'details',
];

/** Exports the audit log, the newest entry first, in memory for one part. */
@Injectable()
export class AuditExportService {
  constructor(
    private readonly list: AuditListRepository,
    private readonly audit: AuditRepository,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * Records the export before it begins.
   * @returns the text in pieces
   * @throws Refusal 4002
   */
  async export(permission: Permission, filter: AuditFilter, format: AuditFormat): Promise<AsyncIterable<string>> {
    await this.work.transaction(async ({ manager }) => {
      const { userId: subjectId, roomId, keyId, action, since, until } = filter;
      await this.audit.record(manager, await permission(manager), {
        action: 'audit.export',
        ...(subjectId !== undefined && { subjectId }),
        ...(roomId && { roomId }),
        details: {
          format,
          key_id: keyId ?? null,
          action: action ?? null,
          since: since?.toISOString() ?? null,
          until: until?.toISOString() ?? null,
        },
      });
    });
    return this.pieces(filter, format);
  }

  private async *pieces(filter: AuditFilter, format: AuditFormat): AsyncGenerator<string> {
    if (format === 'csv') yield csvLine(COLUMNS);
    const lineOf = format === 'csv' ? csvOf : jsonOf;
    const parts = listParts((part: PartOf<number>) => this.list.part(filter, part));
    for await (const entries of parts) yield entries.map(lineOf).join('');
  }
}

const jsonOf = (entry: AuditEntry): string => `${JSON.stringify(entry)}\n`;

function csvOf({ actor, key, origin, subject, ...entry }: AuditEntry): string {
  const cells = [
    entry.id,
    entry.at,
    actor?.id,
    actor?.username,
    key?.id,
    key?.name,
    origin?.address,
    origin?.session_id,
    entry.action,
    entry.room_id,
    subject?.id,
    subject?.username,
    JSON.stringify(entry.details),
  ];
  return csvLine(cells.map((cell) => String(cell ?? '')));
}

@Module({ providers: [AuditExportService], exports: [AuditExportService] })
export class AuditExportModule {}

/** Characters with which a spreadsheet begins a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

/**
 * One record of a CSV file (RFC 4180), with its end. A cell that a spreadsheet would compute begins with an apostrophe.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
