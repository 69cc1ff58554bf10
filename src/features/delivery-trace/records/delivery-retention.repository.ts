import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';

/**
 * The retention of records of delivery, for the leading process. Raw SQL, because the clock of
 * the database decides, and because a part of the old rows is deleted at once.
 */
@Injectable()
export class DeliveryRetentionRepository {
  /** Records since when records are complete, before older ones are removed. @param days 0: none are kept */
  async recordRetention(manager: EntityManager, days: number): Promise<void> {
    await RECORD_RETENTION.changes(manager, { days });
  }

  /** @returns the number of deleted rows, `most` at the most */
  async removeSome(manager: EntityManager, table: RecordTable, days: number, most: number): Promise<number> {
    return REMOVE[table].changes(manager, { days, most });
  }
}

const since = (column: string, days: string): string =>
  `CASE WHEN ${days} > 0 THEN greatest(coalesce(${column}, now()), now() - ${days} * interval '1 day') END`;

const RECORD_RETENTION = statement('delivery_records.retention', {
  parameters: { days: 'int4' },
  columns: {},
  text: ({ days }) => `
    UPDATE delivery_recording SET since = ${since('since', days)}, syncs_since = ${since('syncs_since', days)}`,
});

/** @param age the column of the age of a record */
const removal = (table: string, { age, key }: { readonly age: string; readonly key: string }) =>
  statement(`${table}.remove_old`, {
    parameters: { days: 'float8', most: 'int8' },
    columns: {},
    text: ({ days, most }) => `
      DELETE FROM ${table} WHERE (${key}) IN (
        SELECT ${key} FROM ${table} WHERE ${age} < now() - ${days} * interval '1 day' ORDER BY ${age} LIMIT ${most})`,
  });

/** Of each table of records of delivery. */
const REMOVE = {
  past_sessions: removal('past_sessions', { age: 'closed_at', key: 'id' }),
  past_memberships: removal('past_memberships', { age: 'left_at', key: 'room_id, user_id, joined_seq' }),
  sync_records: removal('sync_records', { age: 'synced_at', key: 'id' }),
};

export type RecordTable = keyof typeof REMOVE;
export const recordTables = Object.keys(REMOVE) as RecordTable[];
