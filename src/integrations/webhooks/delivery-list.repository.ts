import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { Delivery, DeliveryState } from './webhook.js';

/** Selects deliveries; an undefined field does not restrict them. */
export interface DeliveryFilter {
  readonly ids?: readonly string[] | undefined;
  readonly webhookId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** Created at this time or later. */
  readonly since?: Date | undefined;
}

interface Row extends Omit<Delivery, 'created_at' | 'ended_at' | 'next_attempt_at'> {
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly next_attempt_at: Date;
}

const MEANT = `($1::uuid[] IS NULL OR id = ANY ($1)) AND ($2::uuid IS NULL OR webhook_id = $2)
  AND ($3::text IS NULL OR state = $3) AND ($4::timestamptz IS NULL OR created_at >= $4)`;

const valuesOf = ({ ids, webhookId, state, since }: DeliveryFilter): unknown[] => [
  ids ?? null,
  webhookId ?? null,
  state ?? null,
  since ?? null,
];

/** Lists deliveries for operators. */
@Injectable()
export class DeliveryListRepository {
  constructor(private readonly source: DataSource) {}

  /** The newest first, `limit` at the most. */
  async list(filter: DeliveryFilter, limit: number): Promise<Delivery[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT id, webhook_id, event, room_id, seq, state, attempts, next_attempt_at, last_status, last_error, created_at,
         ended_at
       FROM webhook_deliveries WHERE ${MEANT} ORDER BY id DESC LIMIT $5`,
      [...valuesOf(filter), limit],
    );
    return rows.map(toDelivery);
  }

  /**
   * Makes deliveries due again at once, with their attempts reset.
   * @returns their number
   */
  async replay(manager: EntityManager, filter: DeliveryFilter): Promise<number> {
    const [, count] = await manager.query<[unknown[], number]>(
      `UPDATE webhook_deliveries
       SET state = 'pending', attempts = 0, next_attempt_at = now(), claimed_until = NULL, ended_at = NULL
       WHERE ${MEANT}`,
      valuesOf(filter),
    );
    return count;
  }
}

const toDelivery = (row: Row): Delivery => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event: row.event,
  room_id: row.room_id,
  seq: row.seq,
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: row.state === 'pending' ? row.next_attempt_at.toISOString() : null,
  last_status: row.last_status,
  last_error: row.last_error,
  created_at: row.created_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
});
