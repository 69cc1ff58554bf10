import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { prepared } from '../../platform/database/prepared.js';
import { jsonFromStored, storedJson } from '../../platform/database/stored-text.js';
import { MOST_COUNTED } from '../../platform/metrics/backlog-gauge.js';
import { WebhookDeliveryRow } from './webhook-delivery.entity.js';
import type { DeliveryState } from './webhook-delivery.entity.js';
import type { WebhookEvent } from './webhook-event.js';
import type { WebhookRow } from './webhook.entity.js';

export type DueWebhook = Readonly<Pick<WebhookRow, 'id' | 'url' | 'secret' | 'isPublicOnly'>>;

/** A delivery that only this process attempts, for {@link CLAIM_SECONDS}. Its attempts include this one. */
export type Claimed = Readonly<
  Pick<WebhookDeliveryRow, 'id' | 'event' | 'roomId' | 'seq' | 'data' | 'createdAt' | 'attempts'>
>;

/** How an attempt failed: with a response, or without one. */
export interface Failure {
  readonly status: number | null;
  readonly error: string | null;
}

/** Much longer than an attempt takes. A process that has not recorded a result by then has died. */
const CLAIM_SECONDS = 30;

const IS_DUE = `state = 'pending' AND next_attempt_at <= now() AND (claimed_until IS NULL OR claimed_until <= now())`;

const FROM_DUE = `FROM webhooks h
   WHERE is_active AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = h.id AND ${IS_DUE})`;

const DUE = prepared(`SELECT id, url, secret, is_public_only AS "isPublicOnly" ${FROM_DUE}`);

/** Whether any delivery is due, as an expression. */
export const DELIVERIES_ARE_DUE = `EXISTS (SELECT ${FROM_DUE})`;

/**
 * The queue of deliveries to webhooks. Raw SQL: the clock of the database decides what is due and what is old, claims
 * skip locked rows, the deliveries and the results of a batch are written in one statement each, and counts and
 * removals are bounded.
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
    await manager.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, event, room_id, seq, message_ids, data)
       SELECT * FROM jsonb_to_recordset($1) AS delivery (id uuid, webhook_id uuid, event text, room_id uuid, seq bigint,
         message_ids uuid[], data jsonb)`,
      [JSON.stringify(rows)],
    );
    return rows.map(({ id }) => id);
  }

  /** Polled continuously; the result is nearly always empty. */
  due(): Promise<DueWebhook[]> {
    return this.source.query(DUE);
  }

  /**
   * Claims the next deliveries of one webhook, `most` at the most, and counts one more attempt for each. Returns none
   * of a disabled webhook, even if some of its deliveries are under way.
   */
  async claim(webhookId: string, most: number): Promise<Claimed[]> {
    const [rows] = await this.source.query<[Claimed[]]>(
      `UPDATE webhook_deliveries SET attempts = attempts + 1, claimed_until = now() + $3 * interval '1 second'
       WHERE id IN (
         SELECT id FROM webhook_deliveries
         WHERE webhook_id = $1 AND ${IS_DUE} AND EXISTS (SELECT FROM webhooks WHERE id = $1 AND is_active)
         ORDER BY next_attempt_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id, event, room_id AS "roomId", seq, data, created_at AS "createdAt", attempts`,
      [webhookId, most, CLAIM_SECONDS],
    );
    return rows.map((row) => ({ ...row, data: jsonFromStored(row.data) }));
  }

  async delivered(claimed: readonly Claimed[]): Promise<void> {
    await this.settle(claimed, `state = 'delivered', ended_at = now(), last_status = NULL, last_error = NULL`, []);
  }

  /** @param delay seconds until the next attempt */
  async retry(claimed: Claimed, { status, error }: Failure, delay: number): Promise<void> {
    const set = `next_attempt_at = now() + $5 * interval '1 second', last_status = $3, last_error = $4`;
    await this.settle([claimed], set, [status, error, delay]);
  }

  async markDead(claimed: Claimed, { status, error }: Failure): Promise<void> {
    const set = `state = 'dead', ended_at = now(), last_status = $3, last_error = $4`;
    await this.settle([claimed], set, [status, error]);
  }

  /** Undoes a claim. */
  async release(claimed: readonly Claimed[]): Promise<void> {
    await this.settle(claimed, 'attempts = d.attempts - 1', []);
  }

  /** Skips deliveries that another process has claimed since: that process records their results. */
  private async settle(claimed: readonly Claimed[], set: string, values: readonly unknown[]): Promise<void> {
    if (claimed.length === 0) return;
    await this.source.query(
      `UPDATE webhook_deliveries d SET claimed_until = NULL, ${set}
       FROM unnest($1::uuid[], $2::int[]) AS mine (id, attempts)
       WHERE d.id = mine.id AND d.attempts = mine.attempts AND d.state = 'pending'`,
      [claimed.map(({ id }) => id), claimed.map(({ attempts }) => attempts), ...values],
    );
  }

  /** The number of deliveries in the deployment, counted to 10000. */
  async count(state: 'pending' | 'dead'): Promise<number> {
    const [row] = await this.source.query<[{ count: number }]>(
      `SELECT count(*)::int AS count
       FROM (SELECT FROM webhook_deliveries WHERE state = $1 LIMIT ${String(MOST_COUNTED)}) first`,
      [state],
    );
    return row.count;
  }

  /** Undefined: it was removed. */
  async stateOf(manager: EntityManager, id: string): Promise<DeliveryState | undefined> {
    return (await manager.findOne(WebhookDeliveryRow, { select: { state: true }, where: { id } }))?.state;
  }

  /** Removes the data of a delivery that the receiver has. */
  async empty(manager: EntityManager, id: string): Promise<void> {
    await manager.update(WebhookDeliveryRow, { id }, { data: () => 'NULL' });
  }

  /**
   * Marks deliveries as dead that have been due for so many days.
   * @returns their number, `most` at the most
   */
  async markOverdueDead(days: number, most: number): Promise<number> {
    const [, count] = await this.source.query<[unknown[], number]>(
      `UPDATE webhook_deliveries SET state = 'dead', ended_at = now(), claimed_until = NULL WHERE id IN (
         SELECT id FROM webhook_deliveries
         WHERE ${IS_DUE} AND next_attempt_at < now() - $1 * interval '1 day' LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [days, most],
    );
    return count;
  }

  /** @returns the number of deleted deliveries, `most` at the most */
  async removeOld(state: 'delivered' | 'dead', days: number, most: number): Promise<number> {
    const [, count] = await this.source.query<[unknown[], number]>(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT id FROM webhook_deliveries
         WHERE state = $1 AND ended_at < now() - $2 * interval '1 day' ORDER BY ended_at LIMIT $3)`,
      [state, days, most],
    );
    return count;
  }
}
