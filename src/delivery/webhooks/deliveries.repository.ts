import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { statement } from '../../platform/database/statement.js';
import type { PlacesOf, Types, ValuesOf } from '../../platform/database/statement.js';
import { unlockedOnly } from '../../platform/database/unlocked-rows.js';
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
    await INSERT.rows(manager, { deliveries: JSON.stringify(rows) });
    return rows.map(({ id }) => id);
  }

  /** Polled continuously; the result is nearly always empty. */
  due(): Promise<readonly DueWebhook[]> {
    return DUE.rows(this.source, {});
  }

  /**
   * Claims the next deliveries of one webhook, `most` at the most, and counts one more attempt for each. Returns none
   * of a disabled webhook, even if some of its deliveries are under way.
   */
  async claim(webhookId: string, most: number): Promise<Claimed[]> {
    const rows = await CLAIM.rows(this.source, { webhook: webhookId, most, seconds: CLAIM_SECONDS });
    return rows.map((row) => ({ ...row, data: jsonFromStored(row.data) }));
  }

  async delivered(claimed: readonly Claimed[]): Promise<void> {
    if (claimed.length > 0) await DELIVERED.changes(this.source, claimsOf(claimed));
  }

  /** @param delay seconds until the next attempt */
  async retry(claimed: Claimed, { status, error }: Failure, delay: number): Promise<void> {
    await RETRY.changes(this.source, { ...claimsOf([claimed]), status, error, delay });
  }

  async markDead(claimed: Claimed, { status, error }: Failure): Promise<void> {
    await MARK_DEAD.changes(this.source, { ...claimsOf([claimed]), status, error });
  }

  /** Undoes a claim. */
  async release(claimed: readonly Claimed[]): Promise<void> {
    if (claimed.length > 0) await RELEASE.changes(this.source, claimsOf(claimed));
  }

  /** The number of deliveries in the deployment, counted to 10000. */
  async count(state: 'pending' | 'dead'): Promise<number> {
    return (await COUNT.one(this.source, { state })).count;
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
    return END_OVERDUE.changes(this.source, { days, most });
  }

  /** @returns the number of deleted deliveries, `most` at the most */
  async removeOld(state: 'delivered' | 'dead', days: number, most: number): Promise<number> {
    return REMOVE_OLD.changes(this.source, { state, days, most });
  }
}

const DUE = statement('webhook_deliveries.due', {
  parameters: {},
  columns: { id: 'uuid', url: 'text', secret: 'text', isPublicOnly: 'bool' },
  isPrepared: true,
  text: () => `SELECT id, url, secret, is_public_only AS "isPublicOnly" ${FROM_DUE}`,
});

const CLAIMS = { ids: 'uuid[]', attempts: 'int4[]' } as const satisfies Types;

const claimsOf = (claimed: readonly Claimed[]): ValuesOf<typeof CLAIMS> => ({
  ids: claimed.map(({ id }) => id),
  attempts: claimed.map(({ attempts }) => attempts),
});

const FAILURE = { status: 'int4 | null', error: 'text | null' } as const satisfies Types;

/** Skips deliveries that another process has claimed since: that process records their results. */
const settling = (set: string, { ids, attempts }: PlacesOf<typeof CLAIMS>): string => `
  UPDATE webhook_deliveries d SET claimed_until = NULL, ${set}
  FROM unnest(${ids}::uuid[], ${attempts}::int[]) AS mine (id, attempts)
  WHERE d.id = mine.id AND d.attempts = mine.attempts AND d.state = 'pending'`;

const DELIVERED = statement('webhook_deliveries.delivered', {
  parameters: CLAIMS,
  columns: {},
  text: (claims) => settling(`state = 'delivered', ended_at = now(), last_status = NULL, last_error = NULL`, claims),
});

const RETRY = statement('webhook_deliveries.retry', {
  parameters: { ...CLAIMS, ...FAILURE, delay: 'float8' },
  columns: {},
  text: ({ status, error, delay, ...claims }) => {
    const next = `next_attempt_at = now() + ${delay} * interval '1 second'`;
    return settling(`${next}, last_status = ${status}, last_error = ${error}`, claims);
  },
});

const MARK_DEAD = statement('webhook_deliveries.mark_dead', {
  parameters: { ...CLAIMS, ...FAILURE },
  columns: {},
  text: ({ status, error, ...claims }) =>
    settling(`state = 'dead', ended_at = now(), last_status = ${status}, last_error = ${error}`, claims),
});

const RELEASE = statement('webhook_deliveries.release', {
  parameters: CLAIMS,
  columns: {},
  text: (claims) => settling('attempts = d.attempts - 1', claims),
});

const INSERT = statement('webhook_deliveries.insert', {
  parameters: { deliveries: 'jsonb' },
  columns: {},
  text: ({ deliveries }) => `
    INSERT INTO webhook_deliveries (id, webhook_id, event, room_id, seq, message_ids, data)
    SELECT * FROM jsonb_to_recordset(${deliveries}) AS delivery (id uuid, webhook_id uuid, event text, room_id uuid,
      seq bigint, message_ids uuid[], data jsonb)`,
});

const CLAIM = statement('webhook_deliveries.claim', {
  parameters: { webhook: 'uuid', most: 'int8', seconds: 'float8' },
  columns: {
    id: 'uuid',
    event: 'text',
    roomId: 'uuid | null',
    seq: 'int8 | null',
    data: 'json | null',
    createdAt: 'timestamptz',
    attempts: 'int4',
  },
  text: ({ webhook, most, seconds }) => `
    UPDATE webhook_deliveries SET attempts = attempts + 1, claimed_until = now() + ${seconds} * interval '1 second'
    WHERE id IN (
      SELECT id FROM webhook_deliveries
      WHERE webhook_id = ${webhook} AND ${IS_DUE}
        AND EXISTS (SELECT FROM webhooks WHERE id = ${webhook} AND is_active)
      ORDER BY next_attempt_at, id LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id, event, room_id AS "roomId", seq, data, created_at AS "createdAt", attempts`,
});

const COUNT = statement('webhook_deliveries.count', {
  parameters: { state: 'text' },
  columns: { count: 'int4' },
  text: ({ state }) => `
    SELECT count(*)::int AS count
    FROM (SELECT FROM webhook_deliveries WHERE state = ${state} LIMIT ${String(MOST_COUNTED)}) first`,
});

const END_OVERDUE = statement('webhook_deliveries.end_overdue', {
  parameters: { days: 'float8', most: 'int8' },
  columns: {},
  text: ({ days, most }) => `
    UPDATE webhook_deliveries SET state = 'dead', ended_at = now(), claimed_until = NULL WHERE id IN (
      SELECT id FROM webhook_deliveries
      WHERE ${IS_DUE} AND next_attempt_at < now() - ${days} * interval '1 day' LIMIT ${most} ${unlockedOnly()})`,
});

const REMOVE_OLD = statement('webhook_deliveries.remove_old', {
  parameters: { state: 'text', days: 'float8', most: 'int8' },
  columns: {},
  text: ({ state, days, most }) => `
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries
      WHERE state = ${state} AND ended_at < now() - ${days} * interval '1 day' ORDER BY ended_at LIMIT ${most})`,
});
