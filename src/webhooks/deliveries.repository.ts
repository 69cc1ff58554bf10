import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { jsonFromStored, prepared, storedJson } from '../database/index.js';
import { MOST_COUNTED } from '../metrics/index.js';
import type { Happening } from './happenings.js';

/** A webhook that has something to be told now. */
export interface DueWebhook {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
}

/** A delivery that this process has for itself, for as long as {@link CLAIM_SECONDS}. */
export interface Claimed {
  readonly id: string;
  readonly event: string;
  readonly room_id: string | null;
  readonly seq: number | null;
  readonly data: unknown;
  readonly created_at: Date;
  /** With the one that it was claimed for. */
  readonly attempts: number;
}

/** How an attempt failed: by an answer, or without one. */
export interface Failure {
  readonly status: number | null;
  readonly error: string | null;
}

/** Much longer than an attempt takes. Whoever has not said by then what came of it is dead. */
const CLAIM_SECONDS = 30;

const IS_DUE = `state = 'pending' AND next_attempt_at <= now() AND (claimed_until IS NULL OR claimed_until <= now())`;

const DUE = prepared(
  `SELECT id, url, secret FROM webhooks h
   WHERE is_active AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = h.id AND ${IS_DUE})`,
);

/** What webhooks are still to be told. */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly source: DataSource) {}

  /** A delivery of each to the webhook that it stands with. */
  async add(manager: EntityManager, told: readonly { webhookId: string; happening: Happening }[]): Promise<string[]> {
    if (told.length === 0) return [];
    const rows = told.map(({ webhookId, happening: { event, roomId, seq, messageIds, data } }) => ({
      ...{ id: uuidv7(), webhook_id: webhookId, event, room_id: roomId, seq },
      ...{ message_ids: messageIds, data: storedJson(data) },
    }));
    await manager.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, event, room_id, seq, message_ids, data)
       SELECT * FROM jsonb_to_recordset($1) AS told (id uuid, webhook_id uuid, event text, room_id uuid, seq bigint,
         message_ids uuid[], data jsonb)`,
      [JSON.stringify(rows)],
    );
    return rows.map(({ id }) => id);
  }

  /** Asked all the time: nearly always nothing comes back. */
  due(): Promise<DueWebhook[]> {
    return this.source.query(DUE);
  }

  /**
   * The next of one webhook, `most` at the most, for nobody else: each has begun one more attempt. None of one that was
   * disabled, however much of it is under way.
   */
  async claim(webhookId: string, most: number): Promise<Claimed[]> {
    const [rows] = await this.source.query<[Claimed[]]>(
      `UPDATE webhook_deliveries SET attempts = attempts + 1, claimed_until = now() + $3 * interval '1 second'
       WHERE id IN (
         SELECT id FROM webhook_deliveries
         WHERE webhook_id = $1 AND ${IS_DUE} AND EXISTS (SELECT FROM webhooks WHERE id = $1 AND is_active)
         ORDER BY next_attempt_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id, event, room_id, seq, data, created_at, attempts`,
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

  async bury(claimed: Claimed, { status, error }: Failure): Promise<void> {
    const set = `state = 'dead', ended_at = now(), last_status = $3, last_error = $4`;
    await this.settle([claimed], set, [status, error]);
  }

  /** As if it had not been claimed. */
  async release(claimed: readonly Claimed[]): Promise<void> {
    await this.settle(claimed, 'attempts = d.attempts - 1', []);
  }

  /** Whoever has claimed it since says what came of it. */
  private async settle(claimed: readonly Claimed[], set: string, values: readonly unknown[]): Promise<void> {
    if (claimed.length === 0) return;
    await this.source.query(
      `UPDATE webhook_deliveries d SET claimed_until = NULL, ${set}
       FROM unnest($1::uuid[], $2::int[]) AS mine (id, attempts)
       WHERE d.id = mine.id AND d.attempts = mine.attempts AND d.state = 'pending'`,
      [claimed.map(({ id }) => id), claimed.map(({ attempts }) => attempts), ...values],
    );
  }

  /** How many there are in the deployment: counted as far as 10000. */
  async count(state: 'pending' | 'dead'): Promise<number> {
    const [row] = await this.source.query<[{ count: number }]>(
      `SELECT count(*)::int AS count
       FROM (SELECT FROM webhook_deliveries WHERE state = $1 LIMIT ${String(MOST_COUNTED)}) first`,
      [state],
    );
    return row.count;
  }

  /**
   * Gives up what was to be told so long ago, whatever it has waited for.
   * @returns how many, `most` at the most
   */
  async buryOverdue(days: number, most: number): Promise<number> {
    const [, count] = await this.source.query<[unknown[], number]>(
      `UPDATE webhook_deliveries SET state = 'dead', ended_at = now(), claimed_until = NULL WHERE id IN (
         SELECT id FROM webhook_deliveries
         WHERE ${IS_DUE} AND next_attempt_at < now() - $1 * interval '1 day' LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [days, most],
    );
    return count;
  }

  /** @returns how many have gone, `most` at the most */
  async forgetOld(state: 'delivered' | 'dead', days: number, most: number): Promise<number> {
    const [, count] = await this.source.query<[unknown[], number]>(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT id FROM webhook_deliveries
         WHERE state = $1 AND ended_at < now() - $2 * interval '1 day' ORDER BY ended_at LIMIT $3)`,
      [state, days, most],
    );
    return count;
  }
}
