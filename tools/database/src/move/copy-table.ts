import type { MoveConnection } from './move-connection.js';
import { keyFrom } from './moved-table.js';
import type { Key, MovedTable } from './moved-table.js';

/** Of a chunk as text, unless one row is larger. The text is measured in the source, before rows travel. */
const CHUNK_BYTES = 1_048_576;
const MOST_ROWS = 8_192;
const FEWEST_ROWS = 16;

interface Chunk {
  readonly upTo: Key;
  readonly rows: number;
}

/**
 * Copies the rows of a table that the target lacks, in the order of their key. A chunk is one statement, so it is
 * committed as a whole, and the highest key of the target tells where a further run continues.
 * @param copied called with the number of rows of each chunk
 */
export async function copyTable(
  source: MoveConnection,
  target: MoveConnection,
  table: MovedTable,
  copied: (rows: number) => void,
): Promise<void> {
  let after = await highestKey(target, table);
  // Rows that are measured and do not fit are measured again: at most as many as those that fit.
  for (let most = FEWEST_ROWS; ;) {
    const chunk = await measure(source, table, after, most);
    if (!chunk) return;
    await write(target, table, await read(source, table, after, chunk.upTo));
    copied(chunk.rows);
    after = chunk.upTo;
    most = Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, chunk.rows * 2));
  }
}

async function highestKey(target: MoveConnection, table: MovedTable): Promise<Key | undefined> {
  const [row] = await target.query<{ key: string }>(
    `SELECT ${table.keyOfRow} AS key FROM ${table.quotedName} ORDER BY ${table.descendingOrder} LIMIT 1`,
  );
  return row && keyFrom(row.key);
}

/** The rows after a key that make a chunk; undefined: there are none. */
async function measure(
  source: MoveConnection,
  table: MovedTable,
  after: Key = [],
  most: number,
): Promise<Chunk | undefined> {
  const where = after.length > 0 ? `WHERE ${table.isRow('>', 1)}` : '';
  const [row] = await source.query<{ key: string; rows: number }>(
    `SELECT key, place::int AS rows FROM (
       SELECT key, place, sum(bytes) OVER (ORDER BY place) AS bytes FROM (
         SELECT ${table.keyOfRow} AS key, row_number() OVER (ORDER BY ${table.order}) AS place,
           octet_length(${table.row}::text) AS bytes
         FROM ${table.quotedName} ${where} ORDER BY ${table.order} LIMIT ${String(most)}) ahead) measured
     WHERE place = 1 OR bytes <= ${String(CHUNK_BYTES)} ORDER BY place DESC LIMIT 1`,
    after,
  );
  return row && { upTo: keyFrom(row.key), rows: row.rows };
}

/** The rows of a chunk, as the text of one array. */
async function read(source: MoveConnection, table: MovedTable, after: Key = [], upTo: Key): Promise<string> {
  const above = after.length > 0 ? `AND ${table.isRow('>', upTo.length + 1)}` : '';
  const [chunk] = await source.query<{ rows: string }>(
    `SELECT array_agg(${table.row})::text AS rows FROM ${table.quotedName} WHERE ${table.isRow('<=', 1)} ${above}`,
    [...upTo, ...after],
  );
  return chunk?.rows ?? '{}';
}

async function write(target: MoveConnection, table: MovedTable, rows: string): Promise<void> {
  await target.query(
    `INSERT INTO ${table.quotedName} (${table.columnList}) OVERRIDING SYSTEM VALUE
     SELECT ${table.columnList} FROM unnest($1::${table.quotedName}[])`,
    [rows],
  );
}
