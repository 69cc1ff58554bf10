import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { PushRow, PushState, UnsentReason } from './push.entity.js';
import type { PushSubscriptionRow } from './push-subscription.entity.js';

export interface PushFilter {
  readonly userId: number | undefined;
  readonly state: PushState | undefined;
  readonly limit: number;
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

/** Lists pushes for operators. Raw SQL, because the entity has no relations to users and subscriptions to join them by. */
@Injectable()
export class PushListRepository {
  constructor(private readonly source: DataSource) {}

  /** The newest first. */
  async newest({ userId, state, limit }: PushFilter): Promise<ListedPush[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT p.id, p.created_at AS "createdAt", u.username, p.members, p.room_id AS "roomId", p.message_id AS "messageId",
         p.seq, s.host, p.state, p.reason, p.status, p.attempts, p.due_at AS "dueAt", p.done_at AS "doneAt"
       FROM pushes p LEFT JOIN users u ON u.id = p.user_id LEFT JOIN push_subscriptions s ON s.id = p.subscription_id
       WHERE ($1::int IS NULL OR p.user_id = $1) AND ($2::text IS NULL OR p.state = $2)
       ORDER BY p.id DESC LIMIT $3`,
      [userId ?? null, state ?? null, limit],
    );
    return rows.map(toListed);
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
