import { Global, Injectable, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { AuditListRepository } from './audit-list.repository.js';
import type { AuditActor, AuditedAct } from './audited-act.js';
import { machineUser } from '../../platform/config/machine-user.js';
import { statement } from '../../platform/database/statement.js';
import type { PlacesOf, Types } from '../../platform/database/statement.js';

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
    const values = { ...columnsOf(acts, actor), actor: user?.userId ?? null, key: user?.apiKeyId ?? null };
    const { client } = user ?? {};
    if (!client) await RECORD.rows(manager, values);
    else
      await RECORD_WITH_ORIGIN.rows(manager, { ...values, address: client.address, session: client.sessionId ?? null });
  }

  /** Sums each number in the details of these actions, over all entries about a user. */
  async totals(subjectId: number, actions: readonly string[]): Promise<Record<string, number>> {
    const rows = await TOTALS.rows(this.source, { subject: subjectId, actions });
    return Object.fromEntries(rows.map(({ key, total }) => [key, total]));
  }
}

/** Action, room, subject and details of each act. */
function columnsOf(acts: readonly AuditedAct[], actor: AuditActor) {
  const operator = actor === 'operator' ? { operator: machineUser() } : {};
  return {
    actions: acts.map(({ action }) => action),
    rooms: acts.map(({ roomId }) => roomId ?? null),
    subjects: acts.map(({ subjectId }) => subjectId ?? null),
    details: acts.map(({ details }) => JSON.stringify({ ...details, ...operator })),
  };
}

@Global()
@Module({ providers: [AuditListRepository, AuditRepository], exports: [AuditListRepository, AuditRepository] })
export class AuditModule {}

const ACTS = {
  actor: 'int4 | null',
  actions: 'text[]',
  rooms: '(uuid | null)[]',
  subjects: '(int4 | null)[]',
  details: 'jsonb[]',
  key: 'uuid | null',
} as const satisfies Types;

const recording = ({ actor, key, actions, rooms, subjects, details }: PlacesOf<typeof ACTS>): string => `
  INSERT INTO audit_entries (actor_id, api_key_id, action, room_id, subject_id, details)
  SELECT ${actor}, ${key}::uuid, *
  FROM unnest(${actions}::text[], ${rooms}::uuid[], ${subjects}::int[], ${details}::jsonb[])`;

const RECORD = statement('audit.record', { parameters: ACTS, columns: {}, text: recording });

const RECORD_WITH_ORIGIN = statement('audit.record_with_origin', {
  parameters: { ...ACTS, address: 'text | null', session: 'uuid | null' },
  columns: {},
  text: ({ address, session, ...acts }) => `
    WITH written AS (${recording(acts)} RETURNING id)
    INSERT INTO audit_origins (entry_id, user_id, address, session_id)
    SELECT id, ${acts.actor}, ${address}, ${session}::uuid FROM written`,
});

const TOTALS = statement('audit.totals', {
  parameters: { subject: 'int4', actions: 'text[]' },
  columns: { key: 'text', total: 'int8' },
  text: ({ subject, actions }) => `
    SELECT d.key, sum(d.value::bigint)::bigint AS total
      FROM audit_entries e CROSS JOIN LATERAL jsonb_each(e.details) d
      WHERE e.subject_id = ${subject} AND e.action = ANY (${actions}) AND jsonb_typeof(d.value) = 'number'
      GROUP BY d.key`,
});
