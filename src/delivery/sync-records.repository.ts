import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { SyncRecord } from './sync-records.js';

/** What syncs have told. Moments are told as ages, so that the database's clock is the only one. */
@Injectable()
export class SyncRecordsRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * In one statement. Of whoever is deleted nothing is kept: until it is written their row is locked against that, by id,
   * as all that locks users does.
   */
  async write(records: readonly SyncRecord[]): Promise<void> {
    const now = Date.now();
    await this.source.query(
      `INSERT INTO sync_records (user_id, session_id, synced_at, rooms)
       SELECT u.id, p.session_id, now() - p.synced_ms * interval '1 millisecond', p.rooms
       FROM unnest($1::int[], $2::uuid[], $3::float8[], $4::jsonb[]) AS p (user_id, session_id, synced_ms, rooms)
       JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL
       ORDER BY u.id FOR KEY SHARE OF u`,
      [
        records.map(({ userId }) => userId),
        records.map(({ sessionId }) => sessionId),
        records.map(({ syncedAt }) => now - syncedAt.getTime()),
        records.map(({ rooms }) => JSON.stringify(rooms)),
      ],
    );
  }

  /** Something was left out: what is not recorded of a sync before now may have happened all the same. */
  async areIncomplete(): Promise<void> {
    await this.source.query('UPDATE delivery_recording SET syncs_since = now() WHERE syncs_since IS NOT NULL');
  }
}
