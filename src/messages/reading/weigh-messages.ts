import { prepared } from '../../platform/database/prepared.js';
import type { QuerySource } from '../../platform/database/query.js';
import { weighedColumn } from './weighed-messages.js';
import type { NamingRow, WeighedRow } from './weighed-messages.js';

/** Adds the stored bytes of the messages that rows name. The rows may come from tables that stay local. */
export async function weighMessages<Row extends NamingRow>(
  source: QuerySource,
  named: readonly Row[],
): Promise<(Row & Pick<WeighedRow, 'weighed'>)[]> {
  if (named.length === 0) return [];
  const roomIds = [...new Set(named.map(({ room_id }) => room_id))];
  const rows = await source.query<WeighedRow[]>(WEIGHED, [roomIds, named.map(({ message_id }) => message_id)]);
  const weights = new Map(rows.map(({ message_id, weighed }) => [message_id, weighed]));
  return named.map((row) => ({ ...row, weighed: weights.get(row.message_id) ?? null }));
}

const WEIGHED = prepared(`
  SELECT named.room_id, named.message_id, ${weighedColumn('named', 'ANY ($1)')}
  FROM (SELECT room_id, id AS message_id FROM messages WHERE room_id = ANY ($1) AND id = ANY ($2)) named`);
