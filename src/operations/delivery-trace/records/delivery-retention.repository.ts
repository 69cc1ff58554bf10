import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The tables of records of delivery, each with the column of its age. */
const RECORDS = { past_sessions: 'closed_at', past_memberships: 'left_at', sync_records: 'synced_at' };

export type RecordTable = keyof typeof RECORDS;
export const recordTables = Object.keys(RECORDS) as RecordTable[];

/**
 * The retention of records of delivery. Runs on the connection of the leading process. Raw SQL, because the clock of
 * the database decides, and because a part of the old rows is deleted at once.
 */
@Injectable()
export class DeliveryRetentionRepository {
  /** Records since when records are complete, before older ones are removed. @param days 0: none are kept */
  async recordRetention(connection: EntityManager, days: number): Promise<void> {
    const since = (column: string): string =>
      `CASE WHEN $1 > 0 THEN greatest(coalesce(${column}, now()), now() - $1 * interval '1 day') END`;
    await connection.query(
      `UPDATE delivery_recording SET since = ${since('since')}, syncs_since = ${since('syncs_since')}`,
      [days],
    );
  }

  /** @returns the number of deleted rows, `most` at the most */
  async removeSome(connection: EntityManager, table: RecordTable, days: number, most: number): Promise<number> {
    const [, count] = await connection.query<[unknown[], number]>(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${RECORDS[table]} < now() - $1 * interval '1 day' LIMIT $2))`,
      [days, most],
    );
    return count;
  }
}
