import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { ListPart, PartOf } from '../../platform/collections/list-part.js';
import { statement, typed } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import type { PushState, UnsentReason } from './push.entity.js';

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

/** The pushes that a part looks at, at most. */
const MOST_SEEN = 10_000;

/**
 * Lists pushes for operators and administrators. Raw SQL: the work of a part has a bound, and the entity has no
 * relations to users and subscriptions to join them by.
 */
@Injectable()
export class PushListRepository {
  constructor(private readonly source: DataSource) {}

  /** The newest first; a place is an id. A part can have fewer pushes than requested while others follow. */
  async part({ userId, state }: PushFilter, { after, limit }: PartOf<number>): Promise<ListPart<ListedPush, number>> {
    const { ids, last_seen } = await SELECTED[userId === undefined ? 'ofAll' : 'ofUser'].one(this.source, {
      user: userId ?? null,
      before: after ?? Number.MAX_SAFE_INTEGER,
      mostSeen: state ? MOST_SEEN : limit + 1,
      state: state ?? null,
      limit: limit + 1,
    });
    const part = ids.slice(0, limit);
    const rows = part.length === 0 ? [] : await LISTED.rows(this.source, { ids: part });
    return { items: rows.map(toListed), after: ids.length > limit ? part.at(-1) : (last_seen ?? undefined) };
  }
}

const toListed = (row: RowOf<typeof LISTED>): ListedPush => ({
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

const selecting = (name: string, chosen: (user: string) => string) =>
  statement(name, {
    parameters: { user: 'int4 | null', before: 'int8', mostSeen: 'int8', state: 'text | null', limit: 'int8' },
    columns: { last_seen: 'int8 | null', ids: 'int8[]' },
    text: ({ user, before, mostSeen, state, limit }) => `
      WITH seen AS MATERIALIZED (
        SELECT id, state FROM pushes WHERE ${chosen(user)} AND id < ${before} ORDER BY id DESC LIMIT ${mostSeen})
      SELECT (SELECT min(id) FROM seen HAVING count(*) = ${mostSeen}) AS last_seen, ARRAY(
        SELECT id FROM seen WHERE ${state}::text IS NULL OR state = ${state} ORDER BY id DESC LIMIT ${limit}) AS ids`,
  });

const SELECTED = {
  ofUser: selecting('pushes.of_user', (user) => `user_id = ${user}::int`),
  ofAll: selecting('pushes.of_all', (user) => `${user}::int IS NULL`),
};

const LISTED = statement('pushes.listed', {
  parameters: { ids: 'int8[]' },
  columns: {
    id: 'int8',
    createdAt: 'timestamptz',
    username: 'text | null',
    members: 'int4',
    roomId: 'uuid',
    messageId: 'uuid',
    seq: 'int8',
    host: 'text | null',
    state: typed<PushState>('text'),
    reason: typed<UnsentReason | null>('text | null'),
    status: 'int4 | null',
    attempts: 'int4',
    dueAt: 'timestamptz',
    doneAt: 'timestamptz | null',
  },
  text: ({ ids }) => `
    SELECT p.id, p.created_at AS "createdAt", u.username, p.members, p.room_id AS "roomId",
      p.message_id AS "messageId", p.seq, s.host, p.state, p.reason, p.status, p.attempts, p.due_at AS "dueAt",
      p.done_at AS "doneAt"
    FROM pushes p LEFT JOIN users u ON u.id = p.user_id LEFT JOIN push_subscriptions s ON s.id = p.subscription_id
    WHERE p.id = ANY (${ids}) ORDER BY p.id DESC`,
});
