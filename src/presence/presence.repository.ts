import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { Config } from '../config/index.js';
import type { OwnRoomsGrant } from '../rooms/index.js';
import { isLiving } from './living-node.js';
import type { Seen } from './standings.js';

/** Somebody who wants to know of somebody. */
export interface Watch {
  readonly grant: OwnRoomsGrant;
  readonly userId: number;
}

interface Row {
  readonly id: number;
  readonly status: Seen['status'];
  readonly last_seen_at: Date | null;
}

/** The sessions of one user `u`, those of dead nodes left out. */
const SEEN = `
  SELECT u.id, greatest(u.last_seen_at, here.seen_at) AS last_seen_at,
    CASE WHEN here.is_active THEN 'online' WHEN here.is_active IS NULL THEN 'offline' ELSE 'away' END AS status
  FROM users u CROSS JOIN LATERAL (
    SELECT max(s.seen_at) AS seen_at, bool_or(s.seen_at >= now() - $2 * interval '1 second') AS is_active
    FROM sessions s JOIN nodes n ON n.id = s.node_id WHERE s.user_id = u.id AND ${isLiving('n')}) here
  WHERE u.id = ANY ($1)`;

/** Whether two users sit in a room together, as SQL. */
const shareARoom = (one: string, other: string): string => `EXISTS (
  SELECT FROM room_members own JOIN room_members theirs ON theirs.room_id = own.room_id
  WHERE own.user_id = ${one} AND theirs.user_id = ${other})`;

/** Who is there, as the tables of sessions have it, on whatever node. */
@Injectable()
export class PresenceRepository {
  private readonly threshold: number;

  constructor(
    private readonly source: DataSource,
    { sockets }: Config,
  ) {
    this.threshold = sockets.inactivityThreshold;
  }

  /** Those of the users with whom the asker shares a room now. */
  async shared({ userId }: OwnRoomsGrant, userIds: readonly number[]): Promise<Seen[]> {
    const rows = await this.source.query<Row[]>(`${SEEN} AND ${shareARoom('$3', 'u.id')} ORDER BY u.id`, [
      userIds,
      this.threshold,
      userId,
    ]);
    return rows.map(fromRow);
  }

  /** For the eyes of this process alone: nobody is told of it who may not know. */
  async of(userIds: readonly number[]): Promise<Seen[]> {
    const rows = await this.source.query<Row[]>(SEEN, [userIds, this.threshold]);
    return rows.map(fromRow);
  }

  /** Those of the watches, in their order, whose two share a room now. */
  async lawful(watches: readonly Watch[]): Promise<Watch[]> {
    const rows = await this.source.query<{ at: number }[]>(
      `SELECT w.at::int AS at FROM unnest($1::int[], $2::int[]) WITH ORDINALITY AS w (watcher, user_id, at)
       WHERE ${shareARoom('w.watcher', 'w.user_id')}`,
      [watches.map(({ grant }) => grant.userId), watches.map(({ userId }) => userId)],
    );
    const lawful = new Set(rows.map(({ at }) => at - 1));
    return watches.filter((_, at) => lawful.has(at));
  }
}

const fromRow = (row: Row): Seen => ({ userId: row.id, status: row.status, lastSeen: row.last_seen_at });
