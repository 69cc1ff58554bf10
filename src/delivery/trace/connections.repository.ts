import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { textFromStored } from '../../database/index.js';
import { DEAD_AFTER, isLiving } from '../../presence/index.js';
import type { TracedSession, TracedSync } from './facts.js';

/** Sessions that are told of at the most: the first ones. */
const MOST = 200;

/** Where and when users were connected, and what was told to them there. */
@Injectable()
export class ConnectionsRepository {
  constructor(private readonly source: DataSource) {}

  /** Those of a user that were open at a moment, and those that were opened later, in this order. */
  async sessions(userId: number, since: Date): Promise<TracedSession[]> {
    const rows = await this.source.query<TracedSession[]>(SESSIONS, [userId, since, MOST]);
    return rows.map((row) => ({ ...row, device: textFromStored(row.device) }));
  }

  /** Pages of syncs of a user that told a room beyond a number, from before it, in the order of time. */
  syncs(userId: number, since: Date, roomId: string, seq: number): Promise<TracedSync[]> {
    return this.source.query<TracedSync[]>(SYNCS, [userId, since, roomId, seq, MOST]);
  }
}

/**
 * Those of a node that is silent have ended with it, though nobody has removed them yet. How long they were open after its
 * last sign of life nobody knows, but within which time it counted as dead.
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
  SELECT s.session_id AS "sessionId", s.synced_at AS "syncedAt", told.after_seq AS "afterSeq",
    told.up_to_seq AS "upToSeq", told.reset
  FROM sync_records s CROSS JOIN LATERAL jsonb_to_recordset(s.rooms)
    AS told (room_id uuid, after_seq bigint, up_to_seq bigint, reset boolean)
  WHERE s.user_id = $1 AND s.synced_at >= $2 AND told.room_id = $3 AND told.after_seq < $4 AND told.up_to_seq >= $4
  ORDER BY s.synced_at, s.id LIMIT $5`;
