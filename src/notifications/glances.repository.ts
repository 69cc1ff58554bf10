import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { prepared } from '../database/index.js';

/** What can be said of a user's rooms at a glance. */
export interface Glance {
  /** Whether to look closer: something may wait, if only what the user said. */
  readonly waits: boolean;
  /** The latest number of each; null where there are none. */
  readonly numbers: Readonly<Record<string, number>> | null;
}

@Injectable()
export class GlancesRepository {
  constructor(private readonly source: DataSource) {}

  /** In the order of the users, each of whom is looked up alone; one snapshot of all, in one statement. */
  of(userIds: readonly number[]): Promise<Glance[]> {
    return this.source.query<Glance[]>(GLANCES, [userIds]);
  }
}

const GLANCES = prepared(`
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
