import { prepared } from '../../platform/database/prepared.js';
import type { QuerySource } from '../../platform/database/query.js';
import { measuredColumn } from './measured-messages.js';
import type { NamingRow, MeasuredRow } from './measured-messages.js';

/** Adds the stored bytes of the messages that rows name. The rows may come from tables that stay local. */
export async function measureMessages<Row extends NamingRow>(
  source: QuerySource,
  named: readonly Row[],
): Promise<(Row & Pick<MeasuredRow, 'measured'>)[]> {
  if (named.length === 0) return [];
  const roomIds = [...new Set(named.map(({ room_id }) => room_id))];
  const rows = await source.query<MeasuredRow[]>(MEASURED, [roomIds, named.map(({ message_id }) => message_id)]);
  const sizes = new Map(rows.map(({ message_id, measured }) => [message_id, measured]));
  return named.map((row) => ({ ...row, measured: sizes.get(row.message_id) ?? null }));
}

const MEASURED = prepared(`
  SELECT named.room_id, named.message_id, ${measuredColumn('named', 'ANY ($1)')}
  FROM (SELECT room_id, id AS message_id FROM messages WHERE room_id = ANY ($1) AND id = ANY ($2)) named`);
