import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { prepared } from '../platform/database/prepared.js';

/** Whether a user may have anything pending, and the state of the user's rooms. */
export interface PendingSummary {
  /** Whether anything may be pending. The user's own messages count too, so the full statement decides. */
  readonly waits: boolean;
  /** The latest sequence number of each room; null if there are no rooms. */
  readonly numbers: Readonly<Record<string, number>> | null;
}

/** Raw SQL: one prepared statement for all users that connect at the same moment, by lookups that only read indexes. */
@Injectable()
export class PendingSummaryRepository {
  constructor(private readonly source: DataSource) {}

  /** The summaries in the order of the users, in one statement and one snapshot. */
  read(userIds: readonly number[]): Promise<PendingSummary[]> {
    return this.source.query<PendingSummary[]>(SUMMARIES, [userIds]);
  }
}

const SUMMARIES = prepared(`
  SELECT seen.waits, seen.numbers
  FROM unnest($1::int[]) WITH ORDINALITY AS asked (user_id, place)
  CROSS JOIN LATERAL (
    SELECT json_object_agg(r.id, r.last_seq) AS numbers,
      coalesce(bool_or(
        r.last_seq > least(s.delivered_seq, s.read_seq)
        OR EXISTS (SELECT FROM notifications n WHERE n.user_id = s.user_id AND n.room_id = s.room_id OFFSET 0)
      ), false) AS waits
    FROM room_members s CROSS JOIN LATERAL (SELECT id, last_seq FROM rooms WHERE id = s.room_id OFFSET 0) r
    WHERE s.user_id = asked.user_id
  ) seen
  ORDER BY asked.place`);
