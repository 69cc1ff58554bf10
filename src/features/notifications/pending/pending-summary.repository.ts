import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { json, statement } from '../../../platform/database/statement.js';

/** Whether a user may have anything pending, and the state of the user's rooms. */
export interface PendingSummary {
  /**
   * The rooms in which anything may be pending, each with the lower one of the user's marks; null: none. The user's own
   * messages count too.
   */
  readonly waiting: Readonly<Record<string, number>> | null;
  /** The latest sequence number of each room; null if there are no rooms. */
  readonly numbers: Readonly<Record<string, number>> | null;
  /** The number of pending invitations to rooms. */
  readonly invitations: number;
}

/** Raw SQL: one prepared statement for all users that connect at the same moment, by lookups that only read indexes. */
@Injectable()
export class PendingSummaryRepository {
  constructor(private readonly source: DataSource) {}

  /** The summaries in the order of the users, in one statement. */
  async read(userIds: readonly number[]): Promise<PendingSummary[]> {
    const rows = await SUMMARIES.rows(this.source, { users: userIds });
    const summaries = new Map(rows.map((row) => [row.user_id, row]));
    return userIds.map((id) => summaries.get(id) ?? { waiting: null, numbers: null, invitations: 0 });
  }
}

type ByRoom = Readonly<Record<string, number>>;

/**
 * The row of a room is read in a sub-select, by its key: with a join, PostgreSQL might read all rooms. It names no
 * rooms: the users who connect at the same moment have rooms on every server of a distributed database.
 */
const SUMMARIES = statement('pending_summary.read', {
  parameters: { users: 'int4[]' },
  columns: {
    user_id: 'int4',
    numbers: json<ByRoom | null>(),
    waiting: json<ByRoom | null>(),
    invitations: 'int4',
  },
  isPrepared: true,
  text: ({ users }) => `
    SELECT seen.user_id,
      json_object_agg(seen.room_id, seen.last_seq) FILTER (WHERE seen.last_seq IS NOT NULL) AS numbers,
      json_object_agg(seen.room_id, seen.mark) FILTER (WHERE seen.mark IS NOT NULL) AS waiting,
      (count(*) FILTER (WHERE seen.is_invitation))::int AS invitations
    FROM (
      SELECT mine.room_id, mine.user_id, mine.last_seq, false AS is_invitation,
        CASE WHEN mine.last_seq > mine.mark OR EXISTS (
          SELECT FROM notifications n WHERE n.user_id = mine.user_id AND n.room_id = mine.room_id
        ) THEN mine.mark END AS mark
      FROM (
        SELECT s.room_id, s.user_id, least(s.delivered_seq, s.read_seq) AS mark,
          (SELECT r.last_seq FROM rooms r WHERE r.id = s.room_id) AS last_seq
        FROM room_members s WHERE s.user_id = ANY (${users})) mine
      UNION ALL
      SELECT i.room_id, i.user_id, NULL, true, NULL FROM room_invitations i WHERE i.user_id = ANY (${users})) seen
    GROUP BY seen.user_id`,
});
