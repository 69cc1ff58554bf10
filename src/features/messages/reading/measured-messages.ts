import { MAX_LISTED_MEMBERS } from '@parley/protocol';

import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import type { QuerySource } from '../../../platform/database/query.js';
import { json, statement } from '../../../platform/database/statement.js';
import type { Types, ValuesOf } from '../../../platform/database/statement.js';

export interface Measured {
  readonly parent_id: string | null;
  readonly forwarded_from_id: string | null;
  /** The stored bytes of the message and of its parent, without a forwarded message. */
  readonly bytes: number;
}

const NAMING = { room_id: 'uuid', message_id: 'uuid' } as const satisfies Types;
/** A row that names a message. */
export type NamingRow = ValuesOf<typeof NAMING>;

const MEASURED_NAMING = {
  room_id: 'uuid',
  /** Null: the row names no message. */
  message_id: 'uuid | null',
  /** Null if the message does not exist. */
  measured: json<Measured | null>(),
} as const satisfies Types;
/** A row that may name a message, with what decides whether the message is read. */
export type MeasuredRow = ValuesOf<typeof MEASURED_NAMING>;

/** The bytes that the rows of a message take at least as JSON, besides their texts. */
const MESSAGE_FRAME = 400;
const ATTACHMENT_FRAME = 320;
/** The addresses and the SHA-256 of a file, besides what its row has. */
const FILE_FRAME = 400;
const RECEIPT_FRAME = 10;
const REACTION_FRAME = 100;
const MENTION_FRAME = 100;
const PIN_FRAME = 150;
/** Of the summary of a thread. */
const REPLIES_FRAME = 600;
const POLL_FRAME = 100;
/** The addresses and the names of the fields of all previews, besides what the row has. */
const PREVIEWS_FRAME = 1_000;

/**
 * The column `measured` of a {@link MeasuredRow}. The lengths of values are in their rows even if the values are stored
 * elsewhere, so no value is read. PostgreSQL computes it after LIMIT.
 * @param row a relation with the columns `room_id` and `message_id`
 * @param rooms the rooms to which the statement limits its tables, as the right side of an equation, such as `$1`; by
 *   default a distributed database asks all its workers
 */
export const measuredColumn = (row: string, rooms?: string): string => `(
  SELECT json_build_object('parent_id', m.parent_id, 'forwarded_from_id', m.forwarded_from_id, 'bytes',
    ${storedBytes('m', rooms)} + coalesce((
      SELECT ${storedBytes('p', rooms)} FROM messages p
      WHERE p.room_id = m.room_id AND p.id = m.parent_id${among('p', rooms)}), 0))
  FROM messages m
  WHERE m.room_id = ${row}.room_id AND m.id = ${row}.message_id${among('m', rooms)}) AS measured`;

/** The stored bytes of a message `m` with its lists, in SQL; `rooms` as of {@link measuredColumn}. */
export const storedBytes = (m: string, rooms?: string): string => `(
  ${String(MESSAGE_FRAME)} + octet_length(${m}.content) + coalesce(octet_length(${m}.metadata), 0)
  + ${listed('receipts', m, rooms)} * ${String(RECEIPT_FRAME)}
  + (${listed('reactions', m, rooms)} + ${furtherReactions(m, rooms)}) * ${String(REACTION_FRAME)}
  + CASE WHEN ${m}.has_mentions THEN (
      SELECT count(*) * ${String(MENTION_FRAME)} FROM mentions n WHERE ${belongsTo('n', m, rooms)}) ELSE 0 END
  + CASE WHEN ${m}.has_poll THEN ${String(POLL_FRAME)} + coalesce((
      SELECT octet_length(o.options) FROM polls o WHERE ${belongsTo('o', m, rooms)}), 0) ELSE 0 END
  + coalesce(${String(PREVIEWS_FRAME)} + octet_length(${m}.link_previews), 0)
  + CASE WHEN ${m}.pinned_seq IS NULL THEN 0 ELSE ${String(PIN_FRAME)} END
  + CASE WHEN ${m}.has_replies THEN ${String(REPLIES_FRAME)} ELSE 0 END
  + coalesce((
      SELECT sum(${String(ATTACHMENT_FRAME)} + octet_length(a.media_url) + octet_length(a.caption)
        + coalesce(a.metadata_bytes, pg_column_size(a.metadata))
        + coalesce(${String(FILE_FRAME)} + octet_length(a.file->>'filename'), 0))
      FROM attachments a WHERE ${belongsTo('a', m, rooms)}), 0))`;

/** The number of rows that are listed in a message. */
const listed = (table: 'receipts' | 'reactions', m: string, rooms?: string): string => `(
  SELECT count(*) FROM (
    SELECT FROM ${table} e WHERE ${belongsTo('e', m, rooms)} LIMIT ${String(MAX_LISTED_MEMBERS)}) listed)`;

/** The number of reactions that the users have besides their first ones. */
const furtherReactions = (m: string, rooms?: string): string => `coalesce((
  SELECT sum(jsonb_array_length(several.further)) FROM (
    SELECT e.further FROM reactions e
    WHERE ${belongsTo('e', m, rooms)} AND e.further IS NOT NULL LIMIT ${String(MAX_LISTED_MEMBERS)}) several), 0)`;

const belongsTo = (row: string, m: string, rooms?: string): string =>
  `${row}.room_id = ${m}.room_id AND ${row}.message_id = ${m}.id${among(row, rooms)}`;

const among = (row: string, rooms?: string): string =>
  rooms === undefined ? '' : onWorkers(`${row}.room_id = ${rooms}`);

/** The number of rows whose stored bytes are at most this many together: at least one, if there is any. */
export function withinBytes(storedBytes: readonly number[], mostBytes: number): number {
  let sum = 0;
  const end = storedBytes.findIndex((bytes) => (sum += bytes) > mostBytes);
  return end < 0 ? storedBytes.length : Math.max(1, end);
}

/** Adds the stored bytes of the messages that rows name. The rows may come from tables that stay local. */
export async function measureMessages<Row extends NamingRow>(
  source: QuerySource,
  named: readonly Row[],
): Promise<(Row & Pick<MeasuredRow, 'measured'>)[]> {
  if (named.length === 0) return [];
  const roomIds = [...new Set(named.map(({ room_id }) => room_id))];
  const rows = await MEASURED.rows(source, { rooms: roomIds, messages: named.map(({ message_id }) => message_id) });
  const sizes = new Map(rows.map(({ message_id, measured }) => [message_id, measured]));
  return named.map((row) => ({ ...row, measured: sizes.get(row.message_id) ?? null }));
}

const MEASURED = statement('messages.measured', {
  parameters: { rooms: 'uuid[]', messages: 'uuid[]' },
  columns: { ...MEASURED_NAMING, ...NAMING },
  isPrepared: true,
  text: ({ rooms, messages }) => `
    SELECT named.room_id, named.message_id, ${measuredColumn('named', `ANY (${rooms})`)}
    FROM (SELECT room_id, id AS message_id FROM messages WHERE room_id = ANY (${rooms}) AND id = ANY (${messages})) named`,
});

/** The messages of one room with these ids. */
export const namedIn = (roomId: string, ids: readonly string[]): NamingRow[] =>
  ids.map((id) => ({ room_id: roomId, message_id: id }));
