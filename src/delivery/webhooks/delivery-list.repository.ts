import { Injectable } from '@nestjs/common';
import { Any, DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { ListPart, PartOf } from '../../platform/collections/list-part.js';
import { statement } from '../../platform/database/statement.js';
import type { PlacesOf, Types } from '../../platform/database/statement.js';
import { WebhookDeliveryRow } from './webhook-delivery.entity.js';
import type { DeliveryState } from './webhook-delivery.entity.js';

/** A delivery as operators see it: without its data. */
export interface Delivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly event: string;
  readonly room_id: string | null;
  readonly seq: number | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Null if no attempt is scheduled. */
  readonly next_attempt_at: string | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
}

/** Selects deliveries; an undefined field does not restrict them. */
export interface DeliveryFilter {
  readonly ids?: readonly string[] | undefined;
  readonly webhookId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** Created at this time or later. */
  readonly since?: Date | undefined;
}

const LISTED = {
  id: true,
  webhookId: true,
  event: true,
  roomId: true,
  seq: true,
  state: true,
  attempts: true,
  nextAttemptAt: true,
  lastStatus: true,
  lastError: true,
  createdAt: true,
  endedAt: true,
} as const;

type Listed = Pick<WebhookDeliveryRow, keyof typeof LISTED>;

/** Deliveries that are sent again. */
export interface ReplayedPart {
  readonly replayed: number;
  /** The id after which others follow; undefined: these are all. */
  readonly after: string | undefined;
}

/** The deliveries that one statement looks at, at most. */
const MOST_SEEN = 10_000;
const MOST_COUNTED = 1_000_000;
const ABOVE_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const BELOW_ALL_IDS = '00000000-0000-0000-0000-000000000000';
/** By so much the clock of the process that made an id may differ from that of the database. */
const CLOCKS_DIFFER_MS = 60 * 60 * 1_000;

/**
 * Lists and counts deliveries for operators and administrators, and sends them again. Raw SQL: the work of a statement
 * has a bound.
 */
@Injectable()
export class DeliveryListRepository {
  constructor(private readonly source: DataSource) {}

  /** The newest first; a place is an id. A part can have fewer deliveries than requested while others follow. */
  async part(
    { webhookId, state }: Pick<DeliveryFilter, 'webhookId' | 'state'>,
    { after, limit }: PartOf<string>,
  ): Promise<ListPart<Delivery, string>> {
    const { ids, last_seen } = await LIST[webhookId === undefined ? 'ofAll' : 'ofWebhook'].one(this.source, {
      webhook: webhookId ?? null,
      before: after ?? ABOVE_ALL_IDS,
      mostSeen: state ? MOST_SEEN : limit + 1,
      state: state ?? null,
      limit: limit + 1,
    });
    const part = ids.slice(0, limit);
    const rows = await this.source.manager.find(WebhookDeliveryRow, {
      select: LISTED,
      where: { id: Any(part) },
      order: { id: 'DESC' },
    });
    return { items: rows.map(toDelivery), after: ids.length > limit ? part.at(-1) : (last_seen ?? undefined) };
  }

  /** The deliveries of a webhook, counted to a million. */
  async count(webhookId: string, state?: DeliveryState): Promise<number> {
    return (await COUNT.one(this.source, { webhook: webhookId, state: state ?? null })).count;
  }

  /** Makes deliveries due again at once, with their attempts reset: the next part of those that are chosen. */
  async replay(manager: EntityManager, filter: DeliveryFilter, after: string | undefined): Promise<ReplayedPart> {
    const { ids, webhookId, state, since } = filter;
    const values = {
      webhook: webhookId ?? null,
      after: after ?? firstId(since),
      mostSeen: MOST_SEEN,
      state: state ?? null,
      since: since ?? null,
    };
    const row = ids
      ? await REPLAY.ofIds.one(manager, { ...values, ids })
      : await REPLAY[webhookId === undefined ? 'ofAll' : 'ofWebhook'].one(manager, values);
    return { replayed: row.replayed, after: ids ? undefined : (row.last_seen ?? undefined) };
  }
}

/** An id below those of this time, as ids begin with the time of their making (RFC 9562, version 7). */
function firstId(since: Date | undefined): string {
  if (!since) return BELOW_ALL_IDS;
  const time = Math.max(0, since.getTime() - CLOCKS_DIFFER_MS)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

const toDelivery = (row: Listed): Delivery => ({
  id: row.id,
  webhook_id: row.webhookId,
  event: row.event,
  room_id: row.roomId,
  seq: row.seq,
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: row.state === 'pending' ? row.nextAttemptAt.toISOString() : null,
  last_status: row.lastStatus,
  last_error: row.lastError,
  created_at: row.createdAt.toISOString(),
  ended_at: row.endedAt?.toISOString() ?? null,
});

/** The last id that a statement has looked at, if it has looked at as many as it may. */
const lastSeen = (order: 'ASC' | 'DESC', most: string): string => `
  (SELECT CASE WHEN count(*) = ${most} THEN (SELECT id FROM seen ORDER BY id ${order} LIMIT 1) END
   FROM seen) AS last_seen`;

const listing = (name: string, chosen: (webhook: string) => string) =>
  statement(name, {
    parameters: { webhook: 'uuid | null', before: 'uuid', mostSeen: 'int8', state: 'text | null', limit: 'int8' },
    columns: { last_seen: 'uuid | null', ids: 'uuid[]' },
    text: ({ webhook, before, mostSeen, state, limit }) => `
      WITH seen AS MATERIALIZED (
        SELECT id, state FROM webhook_deliveries WHERE ${chosen(webhook)} AND id < ${before}
        ORDER BY id DESC LIMIT ${mostSeen})
      SELECT ${lastSeen('ASC', mostSeen)}, ARRAY(
        SELECT id FROM seen WHERE ${state}::text IS NULL OR state = ${state} ORDER BY id DESC LIMIT ${limit}) AS ids`,
  });

const REPLAYED = {
  webhook: 'uuid | null',
  after: 'uuid',
  mostSeen: 'int8',
  state: 'text | null',
  since: 'timestamptz | null',
} as const satisfies Types;

const replaying = (chosen: string, at: PlacesOf<typeof REPLAYED>): string => `
  WITH seen AS MATERIALIZED (
    SELECT id FROM webhook_deliveries WHERE ${chosen} AND id > ${at.after} ORDER BY id LIMIT ${at.mostSeen}),
  replayed AS (
    UPDATE webhook_deliveries d
    SET state = 'pending', attempts = 0, next_attempt_at = now(), claimed_until = NULL, ended_at = NULL
    FROM seen s
    WHERE d.id = s.id AND (${at.webhook}::uuid IS NULL OR d.webhook_id = ${at.webhook})
      AND (${at.state}::text IS NULL OR d.state = ${at.state})
      AND (${at.since}::timestamptz IS NULL OR d.created_at >= ${at.since})
    RETURNING d.id)
  SELECT (SELECT count(*)::int FROM replayed) AS replayed, ${lastSeen('DESC', at.mostSeen)}`;

const replayingBy = (name: string, chosen: (webhook: string) => string) =>
  statement(name, {
    parameters: REPLAYED,
    columns: { replayed: 'int4', last_seen: 'uuid | null' },
    text: (at) => replaying(chosen(at.webhook), at),
  });

const ofWebhook = (webhook: string): string => `webhook_id = ${webhook}::uuid`;
const ofAll = (webhook: string): string => `${webhook}::uuid IS NULL`;

const LIST = {
  ofWebhook: listing('webhook_deliveries.list_of_webhook', ofWebhook),
  ofAll: listing('webhook_deliveries.list_of_all', ofAll),
};

const REPLAY = {
  ofWebhook: replayingBy('webhook_deliveries.replay_of_webhook', ofWebhook),
  ofAll: replayingBy('webhook_deliveries.replay_of_all', ofAll),
  ofIds: statement('webhook_deliveries.replay_of_ids', {
    parameters: { ...REPLAYED, ids: 'uuid[]' },
    columns: { replayed: 'int4', last_seen: 'uuid | null' },
    text: ({ ids, ...at }) => replaying(`id = ANY (${ids}::uuid[])`, at),
  }),
};

const COUNT = statement('webhook_deliveries.count_of_webhook', {
  parameters: { webhook: 'uuid', state: 'text | null' },
  columns: { count: 'int4' },
  text: ({ webhook, state }) => `
    SELECT count(*)::int AS count FROM (
      SELECT FROM webhook_deliveries WHERE webhook_id = ${webhook} AND (${state}::text IS NULL OR state = ${state})
      LIMIT ${String(MOST_COUNTED)}) d`,
});
