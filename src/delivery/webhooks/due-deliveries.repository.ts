import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
import type { Types } from '../../platform/database/statement.js';
import { jsonFromStored } from '../../platform/database/stored-text.js';
import { unlockedOnly } from '../../platform/database/unlocked-rows.js';
import {
  after,
  claimParameters,
  claimsOf,
  isDue,
  jobStatements,
  JobTable,
  takenJobs,
  updateTaken,
} from '../../platform/jobs/job-table.repository.js';
import type { Job } from '../../platform/jobs/job-table.repository.js';
import type { WebhookDeliveryRow } from './webhook-delivery.entity.js';
import { WebhookReceivers } from './webhook-receivers.js';
import type { Failed } from './webhook-receivers.js';
import type { WebhookRow } from './webhook.entity.js';

export type DueWebhook = Readonly<Pick<WebhookRow, 'id' | 'url' | 'secret' | 'isPublicOnly'>>;

/** A delivery that only this process attempts. */
export interface DueDelivery
  extends Job, Readonly<Pick<WebhookDeliveryRow, 'id' | 'event' | 'roomId' | 'seq' | 'data' | 'createdAt'>> {
  readonly id: string;
  readonly webhook: DueWebhook;
}

/** Much longer than an attempt takes. */
const LEASE_SECONDS = 30;
/** Concurrent calls to one receiver by one process. */
const AT_ONCE = 8;

/** The queue of deliveries to webhooks, whose receivers take turns. */
@Injectable()
export class DueDeliveriesRepository extends JobTable<DueDelivery> {
  constructor(
    source: DataSource,
    private readonly receivers: WebhookReceivers,
  ) {
    super(source, STATEMENTS, DELIVERIES_ARE_DUE, { leaseSeconds: LEASE_SECONDS });
  }

  /** The next deliveries of each active webhook that may get any. */
  async take(): Promise<readonly DueDelivery[]> {
    const rows = await TAKE.rows(this.source, {
      busy: this.receivers.busy(),
      failing: this.receivers.failing(),
      leaseSeconds: LEASE_SECONDS,
    });
    return rows.map(({ webhookId, url, secret, isPublicOnly, data, ...row }) => {
      const webhook = { id: webhookId, url, secret, isPublicOnly };
      this.receivers.begin(webhook);
      return { ...row, webhook, data: jsonFromStored(data) };
    });
  }

  ended({ webhook }: DueDelivery): boolean {
    return this.receivers.end(webhook);
  }

  async delivered(deliveries: readonly DueDelivery[]): Promise<void> {
    await DELIVERED.changes(this.source, claimsOf(deliveries));
  }

  /** @param delay seconds until the next attempt */
  async retry(delivery: DueDelivery, { status, error }: Failed, delay: number): Promise<void> {
    await RETRY.changes(this.source, { ...claimsOf([delivery]), status, error, delay });
  }

  async markDead(delivery: DueDelivery, { status, error }: Failed): Promise<void> {
    await MARK_DEAD.changes(this.source, { ...claimsOf([delivery]), status, error });
  }

  /**
   * Marks deliveries as dead that have been due for so many days.
   * @returns their number, `most` at the most
   */
  async markOverdueDead(days: number, most: number): Promise<number> {
    return END_OVERDUE.changes(this.source, { days, most });
  }
}

const COLUMNS = {
  table: 'webhook_deliveries',
  id: 'id',
  idType: 'uuid',
  dueAt: 'next_attempt_at',
  leasedUntil: 'claimed_until',
  attempts: 'attempts',
  claim: 'attempts',
  areJobs: `j.state = 'pending'`,
} as const;

const DELIVERIES_ARE_DUE = `EXISTS (
  SELECT FROM webhooks h
  WHERE h.is_active AND EXISTS (SELECT FROM webhook_deliveries j WHERE j.webhook_id = h.id AND ${isDue(COLUMNS)}))`;

const STATEMENTS = jobStatements('webhook_deliveries', COLUMNS);

/** A disabled webhook gets nothing, even if some of its deliveries are under way. */
const TAKE = takenJobs('webhook_deliveries.take', COLUMNS, {
  parameters: { busy: 'uuid[]', failing: 'uuid[]' },
  due: ({ busy, failing }) => `
    SELECT d.id FROM webhooks h CROSS JOIN LATERAL (
      SELECT j.id FROM webhook_deliveries j WHERE j.webhook_id = h.id AND ${isDue(COLUMNS)}
      ORDER BY j.next_attempt_at, j.id
      LIMIT CASE WHEN h.id = ANY (${failing}) THEN 1 ELSE ${String(AT_ONCE)} END ${unlockedOnly()}) d
    WHERE h.is_active AND h.id <> ALL (${busy})`,
  types: {
    webhookId: 'uuid',
    url: 'text',
    secret: 'text',
    isPublicOnly: 'bool',
    event: 'text',
    roomId: 'uuid | null',
    seq: 'int8 | null',
    data: 'json | null',
    createdAt: 'timestamptz',
  },
  sql: () => ({
    webhookId: 'h.id',
    url: 'h.url',
    secret: 'h.secret',
    isPublicOnly: 'h.is_public_only',
    event: 'j.event',
    roomId: 'j.room_id',
    seq: 'j.seq',
    data: 'j.data',
    createdAt: 'j.created_at',
  }),
  joins: 'JOIN webhooks h ON h.id = j.webhook_id',
});

const CLAIMS = claimParameters(COLUMNS);
const FAILURE = { status: 'int4 | null', error: 'text | null' } as const satisfies Types;

const DELIVERED = statement('webhook_deliveries.delivered', {
  parameters: CLAIMS,
  columns: {},
  text: (claims) => {
    const ended = `state = 'delivered', ended_at = now(), last_status = NULL, last_error = NULL`;
    return updateTaken(COLUMNS, `claimed_until = NULL, ${ended}`, claims);
  },
});

const RETRY = statement('webhook_deliveries.retry', {
  parameters: { ...CLAIMS, ...FAILURE, delay: 'float8' },
  columns: {},
  text: ({ status, error, delay, ...claims }) => {
    const failed = `next_attempt_at = ${after(delay)}, last_status = ${status}, last_error = ${error}`;
    return updateTaken(COLUMNS, `claimed_until = NULL, ${failed}`, claims);
  },
});

const MARK_DEAD = statement('webhook_deliveries.mark_dead', {
  parameters: { ...CLAIMS, ...FAILURE },
  columns: {},
  text: ({ status, error, ...claims }) => {
    const ended = `state = 'dead', ended_at = now(), last_status = ${status}, last_error = ${error}`;
    return updateTaken(COLUMNS, `claimed_until = NULL, ${ended}`, claims);
  },
});

const END_OVERDUE = statement('webhook_deliveries.end_overdue', {
  parameters: { days: 'float8', most: 'int8' },
  columns: {},
  text: ({ days, most }) => `
    UPDATE webhook_deliveries SET state = 'dead', ended_at = now(), claimed_until = NULL WHERE id IN (
      SELECT id FROM webhook_deliveries j
      WHERE ${isDue(COLUMNS)} AND next_attempt_at < now() - ${days} * interval '1 day' LIMIT ${most} ${unlockedOnly()})`,
});
