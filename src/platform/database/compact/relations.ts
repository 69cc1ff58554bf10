import type { Maintenance } from '../maintenance.js';

export interface StoredIndex {
  readonly name: string;
  /** Its name for a statement. */
  readonly quoted: string;
  readonly bytes: number;
  readonly rows: number;
  readonly isUnique: boolean;
  /** Whether it is a B-tree of columns only. */
  readonly isPlain: boolean;
  readonly columns: readonly string[];
  readonly definition: string;
}

export interface StoredTable {
  readonly name: string;
  /** Its name for a statement. */
  readonly quoted: string;
  /** The bytes of its rows. */
  readonly bytes: number;
  /** The bytes of the values that are stored outside of their rows. */
  readonly toastBytes: number;
  /** As of the last ANALYZE or VACUUM. */
  readonly rows: number;
  readonly deadRows: number;
  readonly columns: number;
  /** The primary key, with the types of its columns. */
  readonly key: readonly { readonly column: string; readonly type: string }[];
  /** A column that may be set to itself; null if a trigger runs on every update. */
  readonly rewritten: string | null;
  readonly indexes: readonly StoredIndex[];
}

const OF_SCHEMA = 'c.relnamespace = current_schema()::regnamespace';
const UPDATE_TRIGGER = '(t.tgtype & 16) > 0 AND t.tgqual IS NULL AND NOT t.tgisinternal';

/** A column outside of unique indexes, so that no update of it takes the lock of a key; else one of the key. */
const TABLES = `
  SELECT c.relname AS name, c.oid::regclass::text AS quoted, pg_relation_size(c.oid) AS bytes,
    CASE c.reltoastrelid WHEN 0 THEN 0 ELSE pg_total_relation_size(c.reltoastrelid) END AS "toastBytes",
    greatest(c.reltuples, 0)::float8 AS rows, pg_stat_get_dead_tuples(c.oid) AS "deadRows",
    c.relnatts::int AS columns,
    coalesce((
      SELECT json_agg(json_build_object('column', quote_ident(a.attname), 'type', format_type(a.atttypid, NULL))
        ORDER BY k.place)
      FROM pg_index i CROSS JOIN unnest(i.indkey) WITH ORDINALITY k (attnum, place)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
      WHERE i.indrelid = c.oid AND i.indisprimary
    ), '[]') AS key,
    CASE WHEN NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND ${UPDATE_TRIGGER}) THEN (
      SELECT quote_ident(a.attname) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity <> 'a'
      ORDER BY EXISTS (
        SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey)
      ), a.attlen < 0, a.attnum LIMIT 1
    ) END AS rewritten
  FROM pg_class c WHERE c.relkind = 'r' AND ${OF_SCHEMA} AND c.relname = ANY ($1) ORDER BY c.relname`;

const INDEXES = `
  SELECT c.relname AS table, x.relname AS name, x.oid::regclass::text AS quoted, pg_relation_size(x.oid) AS bytes,
    greatest(x.reltuples, 0)::float8 AS rows, i.indisunique AS "isUnique",
    m.amname = 'btree' AND i.indexprs IS NULL AS "isPlain",
    ARRAY(SELECT a.attname::text FROM unnest(i.indkey) k (attnum)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum) AS columns,
    pg_get_indexdef(x.oid) AS definition
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
  JOIN pg_am m ON m.oid = x.relam
  WHERE i.indisvalid AND ${OF_SCHEMA} AND c.relname = ANY ($1) ORDER BY x.relname`;

/** Invalid indexes that a stopped REINDEX INDEX CONCURRENTLY leaves behind. */
const LEFT_BEHIND = `
  SELECT x.oid::regclass::text AS quoted
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
  WHERE NOT i.indisvalid AND x.relname ~ '_cc(new|old)[0-9]*$' AND ${OF_SCHEMA} AND c.relname = $1`;

/** Reads tables with their keys, indexes and sizes from the catalog. */
export async function readTables(maintenance: Maintenance, names: readonly string[]): Promise<StoredTable[]> {
  const tables = await maintenance.query<Omit<StoredTable, 'indexes'>>(TABLES, [names]);
  const indexes = await maintenance.query<StoredIndex & { readonly table: string }>(INDEXES, [names]);
  return tables.map((each) => ({ ...each, indexes: indexes.filter(({ table }) => table === each.name) }));
}

/** The table as it is now. */
export async function readAgain(maintenance: Maintenance, { name }: StoredTable): Promise<StoredTable> {
  const [table] = await readTables(maintenance, [name]);
  if (!table) throw new Error(`The table ${name} is gone.`);
  return table;
}

export async function invalidIndexes(maintenance: Maintenance, { name }: StoredTable): Promise<string[]> {
  const rows = await maintenance.query<{ quoted: string }>(LEFT_BEHIND, [name]);
  return rows.map(({ quoted }) => quoted);
}
