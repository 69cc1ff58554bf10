import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { AuditStreamRow } from './audit-stream.entity.js';
import type { AuditStreamName } from './audit-stream.entity.js';
import { json, statement } from '../../platform/database/statement.js';

/** A sealed entry of the audit log for receivers outside of the service: with ids in place of names. */
export interface StreamedEntry {
  /** The number of its seal: from 1 on, without gaps. */
  readonly seq: number;
  /** Of the hash chain, as `parley audit verify` computes it. */
  readonly hash: string;
  readonly id: number;
  readonly at: Date;
  readonly actor_id: number | null;
  readonly api_key_id: string | null;
  readonly action: string;
  readonly room_id: string | null;
  readonly subject_id: number | null;
  readonly details: object;
  readonly address: string | null;
  readonly session_id: string | null;
}

const hasMore = (name: AuditStreamName): string =>
  `SELECT FROM audit_streams t WHERE t.name = '${name}' AND EXISTS (SELECT FROM audit_seals s WHERE s.seq > t.seq)`;

/** Whether the file lacks entries, as an expression. */
export const FILE_IS_BEHIND = `EXISTS (${hasMore('file')})`;

/** Whether the webhook lacks entries, and no delivery of them is pending. */
export const WEBHOOK_IS_BEHIND = `EXISTS (${hasMore('webhook')}
  AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.id = t.delivery_id AND d.state = 'pending'))`;

/** Raw SQL joins tables without relations. */
@Injectable()
export class AuditStreamsRepository {
  constructor(private readonly source: DataSource) {}

  /** A new stream begins with the first entry. */
  async create(name: AuditStreamName): Promise<void> {
    await this.source.manager
      .createQueryBuilder()
      .insert()
      .into(AuditStreamRow)
      .values({ name })
      .orIgnore()
      .updateEntity(false)
      .execute();
  }

  /** @returns undefined while another process has locked it: only one passes entries on at a time, so in their order */
  async lock(manager: EntityManager, name: AuditStreamName): Promise<AuditStreamRow | undefined> {
    const lock = { mode: 'pessimistic_write', onLocked: 'skip_locked' } as const;
    return (await manager.findOne(AuditStreamRow, { where: { name }, lock })) ?? undefined;
  }

  /** The sealed entries after this number, in the order of their seals. */
  after(manager: EntityManager, seq: number, most: number): Promise<readonly StreamedEntry[]> {
    return AFTER.rows(manager, { seq, most });
  }

  async move(
    manager: EntityManager,
    name: AuditStreamName,
    position: Partial<Pick<AuditStreamRow, 'seq' | 'deliveryId' | 'deliverySeq'>>,
  ): Promise<void> {
    await manager.update(AuditStreamRow, { name }, position);
  }
}

const AFTER = statement('audit_streams.after', {
  parameters: { seq: 'int8', most: 'int8' },
  columns: {
    seq: 'int8',
    hash: 'text',
    id: 'int8',
    at: 'timestamptz',
    actor_id: 'int4 | null',
    api_key_id: 'uuid | null',
    action: 'text',
    room_id: 'uuid | null',
    subject_id: 'int4 | null',
    details: json<object>(),
    address: 'text | null',
    session_id: 'uuid | null',
  },
  text: ({ seq, most }) => `
    SELECT s.seq, encode(s.hash, 'hex') AS hash, e.id, e.at, e.actor_id, e.api_key_id, e.action, e.room_id,
      e.subject_id, e.details, o.address, o.session_id
    FROM audit_seals s JOIN audit_entries e ON e.id = s.entry_id LEFT JOIN audit_origins o ON o.entry_id = e.id
    WHERE s.seq > ${seq} ORDER BY s.seq LIMIT ${most}`,
});
