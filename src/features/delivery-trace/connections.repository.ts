import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { textFromStored } from '../../platform/database/stored-text.js';
import { DEAD_AFTER, isLiving } from '../presence/node.entity.js';
import type { TracedSession, TracedSync } from './facts.js';

/** The maximum number of sessions and of syncs: the first ones. */
const MOST = 200;

/** The sessions of users, and the syncs on them. Raw SQL, because the clock of the database decides what has ended. */
@Injectable()
export class ConnectionsRepository {
  constructor(private readonly source: DataSource) {}

  /** The sessions of a user that were open at a time, and those opened later, in this order. */
  async sessions(userId: number, since: Date): Promise<TracedSession[]> {
    const rows = await this.source.query<TracedSession[]>(SESSIONS, [userId, since, MOST]);
    return rows.map((row) => ({ ...row, device: textFromStored(row.device) }));
  }

  /** The pages of syncs of a user that returned a sequence number of a room, in the order of time. */
  syncs(userId: number, since: Date, roomId: string, seq: number): Promise<TracedSync[]> {
    return this.source.query<TracedSync[]>(SYNCS, [userId, since, roomId, seq, MOST]);
  }
}

/**
 * Sessions of a dead node have ended with it, although they are not removed yet. They ended at an unknown time between
 * its last heartbeat and the time at which it counted as dead.
 */
const SESSIONS = `
  SELECT * FROM (
    SELECT s.id, s.node_id AS "nodeId", s.device, s.connected_at AS "openedAt",
      CASE WHEN NOT ${isLiving('n')} THEN greatest(s.connected_at, n.alive_at) END AS "closedAt",
      NULL::int AS "closeCode", CASE WHEN NOT ${isLiving('n')} THEN 'node_died' END AS "closeReason"
    FROM sessions s JOIN nodes n ON n.id = s.node_id WHERE s.user_id = $1
    UNION ALL
    SELECT p.id, p.node_id, p.device, p.opened_at, p.closed_at, p.close_code, p.close_reason
    FROM past_sessions p
    WHERE p.user_id = $1 AND p.closed_at > $2::timestamptz - ${DEAD_AFTER}
      AND NOT EXISTS (SELECT FROM sessions s WHERE s.id = p.id)) session
  WHERE "closedAt" IS NULL OR "closedAt" > $2 OR ("closeReason" = 'node_died' AND "closedAt" > $2 - ${DEAD_AFTER})
  ORDER BY "openedAt", id LIMIT $3`;

const SYNCS = `
  SELECT s.session_id AS "sessionId", s.synced_at AS "syncedAt", synced.after_seq AS "afterSeq",
    synced.up_to_seq AS "upToSeq", synced.reset
  FROM sync_records s CROSS JOIN LATERAL jsonb_to_recordset(s.rooms)
    AS synced (room_id uuid, after_seq bigint, up_to_seq bigint, reset boolean)
  WHERE s.user_id = $1 AND s.synced_at >= $2 AND synced.room_id = $3 AND synced.after_seq < $4 AND synced.up_to_seq >= $4
  ORDER BY s.synced_at, s.id LIMIT $5`;
