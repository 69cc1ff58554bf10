import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';

import { DeliveryRecording } from './sync-record.entity.js';
import type { SyncRecord } from './sync-record.entity.js';
import { statement } from '../../../platform/database/statement.js';

/** The table of sync records. Times are passed as ages, so that only the database's clock is used. */
@Injectable()
export class SyncRecordsRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Writes records in one statement, except those of deleted users. Users are locked against deletion meanwhile,
   * ordered by id like everywhere; raw SQL for these locks.
   */
  async write(records: readonly SyncRecord[]): Promise<void> {
    const now = Date.now();
    await WRITE.rows(this.source, {
      users: records.map(({ userId }) => userId),
      sessions: records.map(({ sessionId }) => sessionId),
      ages: records.map(({ syncedAt }) => now - syncedAt.getTime()),
      rooms: records.map(({ rooms }) => JSON.stringify(rooms)),
    });
  }

  /** Marks the sync records as complete only since now, because a record was dropped. */
  async areIncomplete(): Promise<void> {
    await this.source.manager.update(DeliveryRecording, { syncsSince: Not(IsNull()) }, { syncsSince: () => 'now()' });
  }
}

const WRITE = statement('sync_records.write', {
  parameters: { users: 'int4[]', sessions: 'uuid[]', ages: 'float8[]', rooms: 'jsonb[]' },
  columns: {},
  text: ({ users, sessions, ages, rooms }) => `
    INSERT INTO sync_records (user_id, session_id, synced_at, rooms)
    SELECT u.id, p.session_id, now() - p.synced_ms * interval '1 millisecond', p.rooms
    FROM unnest(${users}::int[], ${sessions}::uuid[], ${ages}::float8[], ${rooms}::jsonb[])
      AS p (user_id, session_id, synced_ms, rooms)
    JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL
    ORDER BY u.id FOR KEY SHARE OF u`,
});
