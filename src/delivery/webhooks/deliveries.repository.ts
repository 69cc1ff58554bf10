import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { statement } from '../../platform/database/statement.js';
import { storedJson } from '../../platform/database/stored-text.js';
import { MOST_COUNTED } from '../../platform/metrics/backlog-gauge.js';
import { WebhookDeliveryRow } from './webhook-delivery.entity.js';
import type { DeliveryState } from './webhook-delivery.entity.js';
import type { WebhookEvent } from './webhook-event.js';

/**
 * Deliveries to webhooks, before and after their attempts. Raw SQL: the clock of the database decides what is old, the
 * deliveries of a batch are written in one statement, and counts and removals are bounded.
 */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly source: DataSource) {}

  /** Adds one delivery for each pair of a webhook and an event. */
  async insert(
    manager: EntityManager,
    deliveries: readonly { webhookId: string; webhookEvent: WebhookEvent }[],
  ): Promise<string[]> {
    if (deliveries.length === 0) return [];
    const rows = deliveries.map(({ webhookId, webhookEvent: { event, roomId, seq, messageIds, data } }) => ({
      id: uuidv7(),
      webhook_id: webhookId,
      event,
      room_id: roomId,
      seq,
      message_ids: messageIds,
      data: storedJson(data),
    }));
    await INSERT.rows(manager, { deliveries: JSON.stringify(rows) });
    return rows.map(({ id }) => id);
  }

  /** The number of deliveries in the deployment, counted to 10000. */
  async count(state: 'pending' | 'dead'): Promise<number> {
    return (await COUNT.one(this.source, { state })).count;
  }

  /** The webhooks with dead deliveries of the last day, or with deliveries that have failed several times. */
  failing(): Promise<readonly { readonly webhook_id: string; readonly deliveries: number }[]> {
    return FAILING.rows(this.source, {});
  }

  /** Undefined: it was removed. */
  async stateOf(manager: EntityManager, id: string): Promise<DeliveryState | undefined> {
    return (await manager.findOne(WebhookDeliveryRow, { select: { state: true }, where: { id } }))?.state;
  }

  /** Removes the data of a delivery that the receiver has. */
  async empty(manager: EntityManager, id: string): Promise<void> {
    await manager.update(WebhookDeliveryRow, { id }, { data: () => 'NULL' });
  }

  /** @returns the number of deleted deliveries, `most` at the most */
  async removeOld(state: 'delivered' | 'dead', days: number, most: number): Promise<number> {
    return REMOVE_OLD.changes(this.source, { state, days, most });
  }
}

const INSERT = statement('webhook_deliveries.insert', {
  parameters: { deliveries: 'jsonb' },
  columns: {},
  text: ({ deliveries }) => `
    INSERT INTO webhook_deliveries (id, webhook_id, event, room_id, seq, message_ids, data)
    SELECT * FROM jsonb_to_recordset(${deliveries}) AS delivery (id uuid, webhook_id uuid, event text, room_id uuid,
      seq bigint, message_ids uuid[], data jsonb)`,
});

const COUNT = statement('webhook_deliveries.count', {
  parameters: { state: 'text' },
  columns: { count: 'int4' },
  text: ({ state }) => `
    SELECT count(*)::int AS count
    FROM (SELECT FROM webhook_deliveries WHERE state = ${state} LIMIT ${String(MOST_COUNTED)}) first`,
});

/** A delivery that has failed so often is more than a moment's trouble of its receiver. */
const ATTEMPTS_OF_FAILING = 3;
const MOST_FAILING = 20;

const FAILING = statement('webhook_deliveries.failing', {
  parameters: {},
  columns: { webhook_id: 'uuid', deliveries: 'int4' },
  text: () => `
    SELECT webhook_id, count(*)::int AS deliveries FROM (
      (SELECT webhook_id, attempts FROM webhook_deliveries
       WHERE state = 'dead' AND ended_at > now() - interval '1 day' LIMIT ${String(MOST_COUNTED)})
      UNION ALL
      (SELECT webhook_id, attempts FROM webhook_deliveries WHERE state = 'pending' LIMIT ${String(MOST_COUNTED)})) failed
    WHERE attempts >= ${String(ATTEMPTS_OF_FAILING)}
    GROUP BY webhook_id ORDER BY deliveries DESC, webhook_id LIMIT ${String(MOST_FAILING)}`,
});

const REMOVE_OLD = statement('webhook_deliveries.remove_old', {
  parameters: { state: 'text', days: 'float8', most: 'int8' },
  columns: {},
  text: ({ state, days, most }) => `
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries
      WHERE state = ${state} AND ended_at < now() - ${days} * interval '1 day' ORDER BY ended_at LIMIT ${most})`,
});
