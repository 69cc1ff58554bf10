import { prepared } from '../../../platform/database/prepared.js';
import type { QuerySource } from '../../../platform/database/query.js';
import { storedBytes } from './measured-messages.js';
import type { NamingRow } from './measured-messages.js';

/** A message that others forward, with its stored bytes. */
export interface Original extends NamingRow {
  readonly stored_bytes: number;
}

/** A message names the message that it forwards without its room. So a distributed database asks all its workers. */
const ORIGINALS = prepared(`
  SELECT m.room_id, m.id AS message_id, ${storedBytes('m')}::int AS stored_bytes FROM messages m WHERE m.id = ANY ($1)`);

/** The existing messages that others forward, by their ids. */
export async function originalsOf(
  source: QuerySource,
  messages: readonly { readonly forwarded_from_id: string | null }[],
): Promise<Map<string, Original>> {
  const ids = [...new Set(messages.flatMap(({ forwarded_from_id }) => forwarded_from_id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await source.query<Original[]>(ORIGINALS, [ids]);
  return new Map(rows.map((row) => [row.message_id, row]));
}
