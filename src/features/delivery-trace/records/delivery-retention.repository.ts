import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The tables of records of delivery, each with the column of its age and its key. */
const RECORDS = {
  past_sessions: { age: 'closed_at', key: 'id' },
  past_memberships: { age: 'left_at', key: 'room_id, user_id, joined_seq' },
  sync_records: { age: 'synced_at', key: 'id' },
};

export type RecordTable = keyof typeof RECORDS;
export const recordTables = Object.keys(RECORDS) as RecordTable[];

/**
 * The retention of records of delivery, for the leading process. Raw SQL, because the clock of
 * the database decides, and because a part of the old rows is deleted at once.
 */
@Injectable()
export class DeliveryRetentionRepository {
  /** Records since when records are complete, before older ones are removed. @param days 0: none are kept */
  async recordRetention(manager: EntityManager, days: number): Promise<void> {
    const since = (column: string): string =>
      `CASE WHEN $1 > 0 THEN greatest(coalesce(${column}, now()), now() - $1 * interval '1 day') END`;
    await manager.query(
      `UPDATE delivery_recording SET since = ${since('since')}, syncs_since = ${since('syncs_since')}`,
      [days],
    );
  }

  /** @returns the number of deleted rows, `most` at the most */
  async removeSome(manager: EntityManager, table: RecordTable, days: number, most: number): Promise<number> {
    const { age, key } = RECORDS[table];
    const [, count] = await manager.query<[unknown[], number]>(
      `DELETE FROM ${table} WHERE (${key}) IN (
         SELECT ${key} FROM ${table} WHERE ${age} < now() - $1 * interval '1 day' ORDER BY ${age} LIMIT $2)`,
      [days, most],
    );
    return count;
  }
}
