import { Global, Injectable, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { AuditActor, AuditedAct, AuditedKey, AuditedUser, AuditEntry, AuditFilter } from './audited-act.js';

interface Row {
  readonly id: number;
  readonly at: Date;
  readonly actor: AuditedUser | null;
  readonly key: AuditedKey | null;
  readonly action: string;
  readonly room_id: string | null;
  readonly subject: AuditedUser | null;
  readonly details: object;
}

/**
 * The audit log: actions of operators and of leaders of rooms. Raw SQL: a change of many members or users is recorded
 * with six parameters, sums are computed by the database, and the list joins users without a relation.
 */
@Injectable()
export class AuditRepository {
  constructor(private readonly source: DataSource) {}

  /** @param manager the transaction of the action, so that both are committed together */
  async record(manager: EntityManager, actor: AuditActor, ...acts: readonly AuditedAct[]): Promise<void> {
    if (acts.length === 0) return;
    await manager.query(
      `INSERT INTO audit_entries (actor_id, api_key_id, action, room_id, subject_id, details)
       SELECT $1, $6::uuid, * FROM unnest($2::text[], $3::uuid[], $4::int[], $5::jsonb[])`,
      [
        typeof actor === 'string' ? null : actor.userId,
        acts.map(({ action }) => action),
        acts.map(({ roomId }) => roomId ?? null),
        acts.map(({ subjectId }) => subjectId ?? null),
        acts.map(({ details }) => JSON.stringify(details ?? {})),
        typeof actor === 'string' ? null : (actor.apiKeyId ?? null),
      ],
    );
  }

  /** Sums each number in the details of these actions, over all entries about a user. */
  async totals(subjectId: number, actions: readonly string[]): Promise<Record<string, number>> {
    const rows = await this.source.query<{ key: string; total: number }[]>(
      `SELECT d.key, sum(d.value::bigint)::bigint AS total
       FROM audit_entries e CROSS JOIN LATERAL jsonb_each(e.details) d
       WHERE e.subject_id = $1 AND e.action = ANY ($2) AND jsonb_typeof(d.value) = 'number'
       GROUP BY d.key`,
      [subjectId, actions],
    );
    return Object.fromEntries(rows.map(({ key, total }) => [key, total]));
  }

  /** The newest first. A deleted user has the name of the placeholder. */
  async list({ roomId, userId, keyId, since, limit }: AuditFilter): Promise<AuditEntry[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT e.id, e.at, ${user('actor')}, ${KEY}, e.action, e.room_id, ${user('subject')}, e.details
       FROM audit_entries e
       LEFT JOIN users actor ON actor.id = e.actor_id LEFT JOIN users subject ON subject.id = e.subject_id
       LEFT JOIN api_keys k ON k.id = e.api_key_id
       WHERE ($1::uuid IS NULL OR e.room_id = $1) AND ($2::int IS NULL OR e.actor_id = $2 OR e.subject_id = $2)
         AND ($3::timestamptz IS NULL OR e.at >= $3)
         AND ($5::uuid IS NULL OR e.api_key_id = $5)
       ORDER BY e.id DESC LIMIT $4`,
      [roomId ?? null, userId ?? null, since ?? null, limit, keyId ?? null],
    );
    return rows.map(toEntry);
  }
}

const user = (alias: 'actor' | 'subject'): string =>
  `CASE WHEN ${alias}.id IS NOT NULL
     THEN json_build_object('id', ${alias}.id, 'username', ${alias}.username) END AS ${alias}`;

const KEY = `CASE WHEN e.api_key_id IS NOT NULL
     THEN json_build_object('id', e.api_key_id, 'name', k.name) END AS key`;

const toEntry = (row: Row): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: row.actor,
  key: row.key,
  action: row.action,
  room_id: row.room_id,
  subject: row.subject,
  details: row.details,
});

@Global()
@Module({ providers: [AuditRepository], exports: [AuditRepository] })
export class AuditModule {}
