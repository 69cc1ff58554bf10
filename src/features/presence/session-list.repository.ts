import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { ListPart, PartOf } from '../../platform/collections/list-part.js';
import { statement, typed } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import { textFromStored } from '../../platform/database/stored-text.js';
import { isLiving } from './node.entity.js';

export interface ListedSession {
  readonly id: string;
  readonly userId: number;
  readonly username: string;
  readonly device: string;
  readonly connectedAt: Date;
  readonly seenAt: Date;
  readonly isActive: boolean;
}

/** A place in the list of sessions. */
export interface SessionPlace {
  /** The key of the username. */
  readonly key: string;
  readonly connectedAt: string;
  readonly id: string;
}

/**
 * Reads the sessions of living nodes; those of dead nodes have ended. Raw SQL, because the database's clock decides.
 */
@Injectable()
export class SessionListRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * In the order of the usernames, and of the times of the connections of each user.
   * @param userId undefined: the sessions of all users
   * @param threshold seconds without a heartbeat after which a session is inactive
   */
  async living(
    userId: number | undefined,
    threshold: number,
    { after, limit }: PartOf<SessionPlace>,
  ): Promise<ListPart<ListedSession, SessionPlace>> {
    const rows = await LIVING.rows(this.source, {
      threshold,
      user: userId ?? null,
      key: after?.key ?? null,
      connected_at: after?.connectedAt ?? null,
      id: after?.id ?? null,
      limit,
    });
    const last = rows.length < limit ? undefined : rows.at(-1);
    return {
      items: rows.map(fromRow),
      after: last && { key: last.username_key, connectedAt: last.connected_text, id: last.id },
    };
  }

  async count(userId: number): Promise<number> {
    return (await COUNT.one(this.source, { user: userId })).count;
  }
}

/** The time is a text, because a Date has no microseconds. */
const LIVING = statement('session_list.living', {
  parameters: {
    threshold: 'float8',
    user: 'int4 | null',
    key: 'text | null',
    connected_at: typed<string | null>('timestamptz | null'),
    id: 'uuid | null',
    limit: 'int8',
  },
  columns: {
    id: 'uuid',
    user_id: 'int4',
    username: 'text',
    username_key: 'text',
    device: 'text',
    connected_at: 'timestamptz',
    connected_text: 'text',
    seen_at: 'timestamptz',
    is_active: 'bool',
  },
  text: ({ threshold, user, key, connected_at: connectedAt, id, limit }) => `
    SELECT s.id, s.user_id, u.username, u.username_key, s.device, s.connected_at,
      s.connected_at::text AS connected_text, s.seen_at,
      s.seen_at >= now() - ${threshold} * interval '1 second' AS is_active
    FROM sessions s JOIN nodes n ON n.id = s.node_id JOIN users u ON u.id = s.user_id
    WHERE ${isLiving('n')} AND (${user}::int IS NULL OR s.user_id = ${user}) AND (${key}::text IS NULL
      OR (u.username_key, s.connected_at, s.id) > (${key}::text, ${connectedAt}::timestamptz, ${id}::uuid))
    ORDER BY u.username_key, s.connected_at, s.id LIMIT ${limit}`,
});

const fromRow = (row: RowOf<typeof LIVING>): ListedSession => ({
  id: row.id,
  userId: row.user_id,
  username: row.username,
  device: textFromStored(row.device),
  connectedAt: row.connected_at,
  seenAt: row.seen_at,
  isActive: row.is_active,
});

const COUNT = statement('session_list.count', {
  parameters: { user: 'int4' },
  columns: { count: 'int4' },
  text: ({ user }) => `
    SELECT count(*)::int AS count FROM sessions s JOIN nodes n ON n.id = s.node_id
    WHERE ${isLiving('n')} AND s.user_id = ${user}`,
});
