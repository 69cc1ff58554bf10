import type { QuerySource } from '../../../platform/database/query.js';
import { statement } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import { storedBytes } from './measured-messages.js';

/** A message names the message that it forwards without its room. So a distributed database asks all its workers. */
const ORIGINALS = statement('messages.originals', {
  parameters: { messages: 'uuid[]' },
  columns: { room_id: 'uuid', message_id: 'uuid', stored_bytes: 'int4' },
  isPrepared: true,
  text: ({ messages }) => `
    SELECT m.room_id, m.id AS message_id, ${storedBytes('m')}::int AS stored_bytes FROM messages m
    WHERE m.id = ANY (${messages})`,
});

/** A message that others forward, with its stored bytes. */
export type Original = RowOf<typeof ORIGINALS>;

/** The existing messages that others forward, by their ids. */
export async function originalsOf(
  source: QuerySource,
  messages: readonly { readonly forwarded_from_id: string | null }[],
): Promise<Map<string, Original>> {
  const ids = [...new Set(messages.flatMap(({ forwarded_from_id }) => forwarded_from_id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await ORIGINALS.rows(source, { messages: ids });
  return new Map(rows.map((row) => [row.message_id, row]));
}
