import { Global, Injectable, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { AuditListRepository } from './audit-list.repository.js';
import type { AuditActor, AuditedAct } from './audited-act.js';
import { machineUser } from '../../platform/config/machine-user.js';

const RECORD = `
  INSERT INTO audit_entries (actor_id, api_key_id, action, room_id, subject_id, details)
  SELECT $1, $6::uuid, * FROM unnest($2::text[], $3::uuid[], $4::int[], $5::jsonb[])`;

const RECORD_WITH_ORIGIN = `
  WITH written AS (${RECORD} RETURNING id)
  INSERT INTO audit_origins (entry_id, user_id, address, session_id) SELECT id, $1, $7, $8::uuid FROM written`;

/**
 * The audit log: actions of operators and of leaders of rooms. Raw SQL: a change of many members or users is recorded
 * with six parameters, and sums are computed by the database.
 */
@Injectable()
export class AuditRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * @param manager the transaction of the action, so that both are committed together
   * @param actor of an operator, the user of the machine is added to the details
   */
  async record(manager: EntityManager, actor: AuditActor, ...acts: readonly AuditedAct[]): Promise<void> {
    if (acts.length === 0) return;
    const user = typeof actor === 'string' ? undefined : actor;
    const parameters = [user?.userId ?? null, ...columnsOf(acts, actor), user?.apiKeyId ?? null];
    const { client } = user ?? {};
    if (client) await manager.query(RECORD_WITH_ORIGIN, [...parameters, client.address, client.sessionId ?? null]);
    else await manager.query(RECORD, parameters);
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
}

/** Action, room, subject and details of each act. */
function columnsOf(acts: readonly AuditedAct[], actor: AuditActor): unknown[][] {
  const operator = actor === 'operator' ? { operator: machineUser() } : {};
  return [
    acts.map(({ action }) => action),
    acts.map(({ roomId }) => roomId ?? null),
    acts.map(({ subjectId }) => subjectId ?? null),
    acts.map(({ details }) => JSON.stringify({ ...details, ...operator })),
  ];
}

@Global()
@Module({ providers: [AuditListRepository, AuditRepository], exports: [AuditListRepository, AuditRepository] })
export class AuditModule {}
