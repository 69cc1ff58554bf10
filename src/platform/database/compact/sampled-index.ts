import type { Maintenance } from '../maintenance.js';
import type { StoredIndex, StoredTable } from './relations.js';

const MOST_ROWS = 5_000;
const MOST_BYTES = 4_194_304;
const SAMPLE = 'parley_sample';
const HALF = 'parley_half_sample';
/** More rows than wanted are read, because parts of the file may have fewer than others. */
const MARGIN = 1.5;

/**
 * The bytes of an index if it were built anew: it is built of a sample of the rows and of half of that sample, in
 * temporary tables, and the difference is extended to all rows. Words that occur in both cost once.
 */
export function sampledBytes(maintenance: Maintenance, table: StoredTable, index: StoredIndex): Promise<number> {
  const { rows } = table;
  const wanted = Math.ceil(Math.min(rows, MOST_ROWS, (MOST_BYTES * rows) / Math.max(table.bytes, 1)));
  if (wanted === 0) return Promise.resolve(0);
  const percent = Math.min(100, (100 * MARGIN * wanted) / rows);
  return maintenance.step(() =>
    maintenance.transaction(async () => {
      await maintenance.query(
        `CREATE TEMPORARY TABLE ${SAMPLE} ON COMMIT DROP AS
         SELECT * FROM ${table.quoted} TABLESAMPLE SYSTEM (${String(percent)}) LIMIT ${String(wanted)}`,
      );
      const count = await countOf(maintenance);
      const half = Math.floor(count / 2);
      await maintenance.query(
        `CREATE TEMPORARY TABLE ${HALF} ON COMMIT DROP AS SELECT * FROM ${SAMPLE} LIMIT ${String(half)}`,
      );
      const bytes = await builtBytes(maintenance, SAMPLE, index);
      if (count >= rows || half === 0) return bytes;
      const bytesOfHalf = await builtBytes(maintenance, HALF, index);
      return Math.round(bytes + ((bytes - bytesOfHalf) / (count - half)) * (rows - count));
    }),
  );
}

async function countOf(maintenance: Maintenance): Promise<number> {
  const [row] = await maintenance.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${SAMPLE}`);
  return row?.count ?? 0;
}

async function builtBytes(maintenance: Maintenance, table: string, { definition }: StoredIndex): Promise<number> {
  const name = `${table}_idx`;
  await maintenance.query(definition.replace(/^CREATE .+? USING /, `CREATE INDEX ${name} ON ${table} USING `));
  const [row] = await maintenance.query<{ bytes: number }>(`SELECT pg_relation_size('pg_temp.${name}') AS bytes`);
  return row?.bytes ?? 0;
}
