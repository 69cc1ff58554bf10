import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { textFromStored } from '../../platform/database/stored-text.js';
import { statement } from '../../platform/database/statement.js';
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
    const rows = await SESSIONS.rows(this.source, { user: userId, since, most: MOST });
    return rows.map((row) => ({ ...row, device: textFromStored(row.device) }));
  }

  /** The pages of syncs of a user that returned a sequence number of a room, in the order of time. */
  syncs(userId: number, since: Date, roomId: string, seq: number): Promise<readonly TracedSync[]> {
    return SYNCS.rows(this.source, { user: userId, since, room: roomId, seq, most: MOST });
  }
}

/**
 * Sessions of a dead node have ended with it, although they are not removed yet. They ended at an unknown time between
 * its last heartbeat and the time at which it counted as dead.
 */
const SESSIONS = statement('trace.sessions', {
  parameters: { user: 'int4', since: 'timestamptz', most: 'int8' },
  columns: {
    id: 'uuid',
    nodeId: 'uuid',
    device: 'text',
    openedAt: 'timestamptz',
    closedAt: 'timestamptz | null',
    closeCode: 'int4 | null',
    closeReason: 'text | null',
  },
  text: ({ user, since, most }) => `
    SELECT * FROM (
      SELECT s.id, s.node_id AS "nodeId", s.device, s.connected_at AS "openedAt",
        CASE WHEN NOT ${isLiving('n')} THEN greatest(s.connected_at, n.alive_at) END AS "closedAt",
        NULL::int AS "closeCode", CASE WHEN NOT ${isLiving('n')} THEN 'node_died' END AS "closeReason"
      FROM sessions s JOIN nodes n ON n.id = s.node_id WHERE s.user_id = ${user}
      UNION ALL
      SELECT p.id, p.node_id, p.device, p.opened_at, p.closed_at, p.close_code, p.close_reason
      FROM past_sessions p
      WHERE p.user_id = ${user} AND p.closed_at > ${since}::timestamptz - ${DEAD_AFTER}
        AND NOT EXISTS (SELECT FROM sessions s WHERE s.id = p.id)) session
    WHERE "closedAt" IS NULL OR "closedAt" > ${since}
      OR ("closeReason" = 'node_died' AND "closedAt" > ${since} - ${DEAD_AFTER})
    ORDER BY "openedAt", id LIMIT ${most}`,
});

const SYNCS = statement('trace.syncs', {
  parameters: { user: 'int4', since: 'timestamptz', room: 'uuid', seq: 'int8', most: 'int8' },
  columns: { sessionId: 'uuid', syncedAt: 'timestamptz', afterSeq: 'int8', upToSeq: 'int8', reset: 'bool' },
  text: ({ user, since, room, seq, most }) => `
    SELECT s.session_id AS "sessionId", s.synced_at AS "syncedAt", synced.after_seq AS "afterSeq",
      synced.up_to_seq AS "upToSeq", synced.reset
    FROM sync_records s CROSS JOIN LATERAL jsonb_to_recordset(s.rooms)
      AS synced (room_id uuid, after_seq bigint, up_to_seq bigint, reset boolean)
    WHERE s.user_id = ${user} AND s.synced_at >= ${since} AND synced.room_id = ${room} AND synced.after_seq < ${seq}
      AND synced.up_to_seq >= ${seq}
    ORDER BY s.synced_at, s.id LIMIT ${most}`,
});
