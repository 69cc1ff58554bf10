import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The tables of records of delivery, and the moment by which each grows old. */
const RECORDS = { past_sessions: 'closed_at', past_memberships: 'left_at', sync_records: 'synced_at' };

export type RecordTable = keyof typeof RECORDS;
export const recordTables = Object.keys(RECORDS) as RecordTable[];

/** How long records of delivery last. All of it is done on the connection of whoever does it for the deployment. */
@Injectable()
export class DeliveryRetentionRepository {
  /** Says since when there are records, before those that are older are removed. @param days 0: there are none */
  async sayWhatIsKept(connection: EntityManager, days: number): Promise<void> {
    const since = (column: string): string =>
      `CASE WHEN $1 > 0 THEN greatest(coalesce(${column}, now()), now() - $1 * interval '1 day') END`;
    await connection.query(
      `UPDATE delivery_recording SET since = ${since('since')}, syncs_since = ${since('syncs_since')}`,
      [days],
    );
  }

  /** @returns how many are gone, `most` at the most */
  async removeSome(connection: EntityManager, table: RecordTable, days: number, most: number): Promise<number> {
    const [, count] = await connection.query<[unknown[], number]>(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${RECORDS[table]} < now() - $1 * interval '1 day' LIMIT $2))`,
      [days, most],
    );
    return count;
  }
}
