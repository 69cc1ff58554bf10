import type { User } from '@parley/protocol';

import type { QuerySource } from '../../../platform/database/query.js';
import { shortened } from '../message.frames.js';
import { toMessage } from '../message.view.js';
import type { StoredMessage } from '../message.view.js';
import { originalsOf } from './forwarded-originals.js';
import type { Reader } from './message.rows.js';
import { originalIn, shown } from './read-messages.js';
import { withinBytes } from './measured-messages.js';
import type { MeasuredRow } from './measured-messages.js';

/** How much of a list is read, and what its rows refer to besides their messages. */
export interface PageLimit<Row> {
  /** The maximum number of bytes of all rows together, as JSON. */
  readonly mostBytes: number;
  /** The message of the first row is {@link shortened} above this number of bytes; `mostBytes` by default. */
  readonly mostBytesOfFirst?: number;
  /** The bytes of a row as JSON without its message. */
  readonly beside?: (row: Row, message: StoredMessage | null) => number;
  /** The users to whom a row refers; null: to nobody. */
  readonly people?: (row: Row) => readonly (number | null)[];
}

interface RowWithMessage<Row> {
  readonly row: Row;
  /** Null: the row names none, or it is no longer readable. */
  readonly message: StoredMessage | null;
}

export interface ReadPage<Row> {
  /** The rows that fit: at least one, if there is any. */
  readonly rows: readonly RowWithMessage<Row>[];
  /** Whether the first row alone exceeds the maximum number of bytes. */
  readonly isLarge: boolean;
  /** Null if there is no user with the id. */
  readonly userOf: (id: number | null) => User | null;
}

/**
 * The first of these rows that fit, with their messages. Rows are left out by their stored bytes before any message is
 * read, and then by their bytes as JSON.
 * @param reader undefined: nobody in particular, who may read all
 */
export async function readPage<Row extends MeasuredRow>(
  source: QuerySource,
  all: readonly Row[],
  reader: Reader | undefined,
  limit: PageLimit<Row>,
): Promise<ReadPage<Row>> {
  const originals = await originalsOf(
    source,
    all.flatMap(({ measured }) => measured ?? []),
  );
  const sizes = all.map(({ measured }) => {
    if (!measured) return 0;
    const [original] = originalIn(originals, measured.forwarded_from_id);
    return measured.bytes + (original?.stored_bytes ?? 0);
  });
  const within = all.slice(0, withinBytes(sizes, limit.mostBytes));
  const { messageOf, userOf } = await shown(source, reader, {
    named: within.flatMap(({ room_id, message_id }) => (message_id === null ? [] : { room_id, message_id })),
    parents: within.flatMap(({ room_id, measured }) =>
      measured?.parent_id ? { room_id, message_id: measured.parent_id } : [],
    ),
    originals,
    people: within.flatMap((row) => limit.people?.(row) ?? []),
  });
  const rows = within.map((row) => ({ row, message: messageOf(row.message_id) }));
  return { ...fitting(rows, limit), userOf };
}

/** The first rows that fit, of which only one more is measured. */
function fitting<Row>(
  rows: readonly RowWithMessage<Row>[],
  { mostBytes, mostBytesOfFirst = mostBytes, beside }: PageLimit<Row>,
): Omit<ReadPage<Row>, 'userOf'> {
  let left = mostBytes;
  for (const [at, { row, message }] of rows.entries()) {
    const bytes = (beside?.(row, message) ?? 0) + (message ? bytesOf(message) : 0);
    left -= bytes;
    if (left >= 0) continue;
    if (at > 0) return { rows: rows.slice(0, at), isLarge: false };
    return {
      rows: [{ row, message: message && bytes > mostBytesOfFirst ? shortened(message) : message }],
      isLarge: true,
    };
  }
  return { rows, isLarge: false };
}

/** The bytes of a message as JSON, with the message that it forwards, which not every receiver may read. */
function bytesOf(message: StoredMessage): number {
  const { isDeleted, forwardedFrom } = message;
  const parts = [{ ...message, forwardedFrom: null }, ...(forwardedFrom && !isDeleted ? [forwardedFrom] : [])];
  return parts.reduce((sum, part) => sum + Buffer.byteLength(JSON.stringify(toMessage(part))) + COMMA, 0);
}

const COMMA = 1;
