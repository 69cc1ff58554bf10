import { CannotStart } from '../../../../src/platform/config/config.js';
import type { MoveConnection } from './move-connection.js';
import { keyFrom } from './moved-table.js';
import type { Key, MovedTable } from './moved-table.js';

/** Only checksums travel, so a chunk is bounded by its rows. */
const CHUNK_ROWS = 10_000;

interface Checksum {
  readonly rows: number;
  /** Null: there are no rows. */
  readonly checksum: string | null;
  readonly key: string | null;
}

/**
 * Compares all rows of a table in both databases, by one checksum for each chunk.
 * @param compared called with the number of rows of each chunk
 * @throws CannotStart with the table and the key of the first row that differs
 */
export async function compareTable(
  source: MoveConnection,
  target: MoveConnection,
  table: MovedTable,
  compared: (rows: number) => void,
): Promise<void> {
  const both = [source, target] as const;
  for (let after: Key = []; ;) {
    const [one, other] = await Promise.all(both.map((side) => checksumAfter(side, table, after)));
    if (one?.checksum !== other?.checksum) throw await difference(both, table, after);
    if (!one?.key) return;
    compared(one.rows);
    after = keyFrom(one.key);
  }
}

async function checksumAfter(side: MoveConnection, table: MovedTable, after: Key): Promise<Checksum | undefined> {
  const [checksum] = await side.query<Checksum>(
    `SELECT count(*)::int AS rows, md5(string_agg(digest, '' ORDER BY place)) AS checksum,
       (array_agg(key ORDER BY place DESC))[1] AS key
     FROM (${digestsAfter(table, after)}) digests`,
    after,
  );
  return checksum;
}

const digestsAfter = (table: MovedTable, after: Key): string =>
  `SELECT ${table.keyOfRow} AS key, md5(${table.row}::text) AS digest, row_number() OVER (ORDER BY ${table.order}) AS place
   FROM ${table.quotedName} ${after.length > 0 ? `WHERE ${table.isRow('>', 1)}` : ''}
   ORDER BY ${table.order} LIMIT ${String(CHUNK_ROWS)}`;

interface Digest {
  readonly key: string;
  readonly digest: string;
}

async function difference(
  both: readonly [MoveConnection, MoveConnection],
  table: MovedTable,
  after: Key,
): Promise<CannotStart> {
  const [here = [], there = []] = await Promise.all(
    both.map((side) => side.query<Digest>(digestsAfter(table, after), after)),
  );
  const at = here.findIndex(({ key, digest }, place) => there[place]?.key !== key || there[place].digest !== digest);
  const row = here[at] ?? there[here.length];
  const where = row ? ` in the row with ${table.keyText(keyFrom(row.key))}` : '';
  return new CannotStart(
    `The table ${table.name} differs from the one in the data folder${where}. ` +
      'The move is not complete: run it again with --to an empty database.',
  );
}
