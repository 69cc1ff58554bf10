import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { ListPart, PartOf } from '../../platform/collections/list-part.js';
import type { PushRow, PushState, UnsentReason } from './push.entity.js';
import type { PushSubscriptionRow } from './push-subscription.entity.js';

/** Selects pushes; an undefined field does not restrict them. */
export interface PushFilter {
  readonly userId: number | undefined;
  readonly state: PushState | undefined;
}

/** A push as operators see it: without the content of the message, and with only the host of the endpoint. */
export interface ListedPush {
  readonly id: number;
  readonly at: string;
  /** Null: not resolved yet, or the row stands for many members. */
  readonly username: string | null;
  /** The number of members that it stands for. */
  readonly members: number;
  readonly room_id: string;
  readonly message_id: string;
  readonly seq: number;
  /** Null if there is no browser, or its subscription has ended. */
  readonly host: string | null;
  readonly state: PushState;
  readonly reason: UnsentReason | null;
  /** The last status of the push service. */
  readonly status: number | null;
  readonly attempts: number;
  readonly due_at: string | null;
  readonly done_at: string | null;
}

interface Row extends Readonly<Omit<PushRow, 'userId' | 'subscriptionId'>> {
  readonly username: string | null;
  readonly host: PushSubscriptionRow['host'] | null;
}

/** The pushes that a part looks at, at most. */
const MOST_SEEN = 10_000;

const selecting = (chosen: string): string => `
  WITH seen AS MATERIALIZED (
    SELECT id, state FROM pushes WHERE ${chosen} AND id < $2 ORDER BY id DESC LIMIT $3)
  SELECT (SELECT min(id) FROM seen HAVING count(*) = $3) AS last_seen, ARRAY(
    SELECT id FROM seen WHERE $4::text IS NULL OR state = $4 ORDER BY id DESC LIMIT $5) AS ids`;

const SELECTED = { ofUser: selecting('user_id = $1::int'), ofAll: selecting('$1::int IS NULL') };

const LISTED = `
  SELECT p.id, p.created_at AS "createdAt", u.username, p.members, p.room_id AS "roomId", p.message_id AS "messageId",
    p.seq, s.host, p.state, p.reason, p.status, p.attempts, p.due_at AS "dueAt", p.done_at AS "doneAt"
  FROM pushes p LEFT JOIN users u ON u.id = p.user_id LEFT JOIN push_subscriptions s ON s.id = p.subscription_id
  WHERE p.id = ANY ($1) ORDER BY p.id DESC`;

/**
 * Lists pushes for operators and administrators. Raw SQL: the work of a part has a bound, and the entity has no
 * relations to users and subscriptions to join them by.
 */
@Injectable()
export class PushListRepository {
  constructor(private readonly source: DataSource) {}

  /** The newest first; a place is an id. A part can have fewer pushes than requested while others follow. */
  async part({ userId, state }: PushFilter, { after, limit }: PartOf<number>): Promise<ListPart<ListedPush, number>> {
    const [{ ids, last_seen }] = await this.source.query<[{ ids: number[]; last_seen: number | null }]>(
      userId === undefined ? SELECTED.ofAll : SELECTED.ofUser,
      [userId ?? null, after ?? Number.MAX_SAFE_INTEGER, state ? MOST_SEEN : limit + 1, state ?? null, limit + 1],
    );
    const part = ids.slice(0, limit);
    const rows = part.length === 0 ? [] : await this.source.query<Row[]>(LISTED, [part]);
    return { items: rows.map(toListed), after: ids.length > limit ? part.at(-1) : (last_seen ?? undefined) };
  }
}

const toListed = (row: Row): ListedPush => ({
  id: row.id,
  at: row.createdAt.toISOString(),
  username: row.username,
  members: row.members,
  room_id: row.roomId,
  message_id: row.messageId,
  seq: row.seq,
  host: row.host,
  state: row.state,
  reason: row.reason,
  status: row.status,
  attempts: row.attempts,
  due_at: row.state === 'pending' ? row.dueAt.toISOString() : null,
  done_at: row.doneAt?.toISOString() ?? null,
});
