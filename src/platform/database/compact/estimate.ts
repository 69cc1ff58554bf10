import type { Maintenance } from '../maintenance.js';
import type { StoredIndex, StoredTable } from './relations.js';
import { sampledBytes } from './sampled-index.js';

const PAGE = 8_192;
const PAGE_HEADER = 24;
/** The special space of a page of a B-tree. */
const BTREE_SPECIAL = 16;
const BTREE_FILL = 0.9;
/** The upper levels of a B-tree. */
const BTREE_UPPER = 1.01;
const POINTER = 4;
const ROW_HEADER = 23;
const INDEX_HEADER = 8;
/** The place of a row in a list of an index for equal values, which holds about so many. */
const LISTED = 6;
const MOST_LISTED = 200;

/** The sizes that a table and its indexes would have if they were written anew. */
export interface ExpectedBytes {
  readonly table: number;
  /** By the name of the index. */
  readonly indexes: ReadonlyMap<string, number>;
}

interface ColumnWidth {
  readonly column: string;
  /** The average of all rows, for which null takes nothing. */
  readonly width: number;
  readonly nulls: boolean;
  readonly distinct: number;
}

const WIDTHS = `
  SELECT s.attname::text AS column, s.avg_width * (1 - s.null_frac) AS width, s.null_frac > 0 AS nulls,
    CASE WHEN s.n_distinct < 0 THEN -s.n_distinct * $2::float8 ELSE s.n_distinct END AS distinct
  FROM pg_stats s WHERE s.schemaname = current_schema() AND s.tablename = $1 AND NOT s.inherited`;

/**
 * Estimates the bytes of a table and its indexes. Rows and B-trees: the number of rows times the average width of the
 * columns, from the statistics of PostgreSQL. Other indexes: built of a sample of the rows.
 */
export async function expectedBytes(maintenance: Maintenance, table: StoredTable): Promise<ExpectedBytes> {
  const widths = await maintenance.query<ColumnWidth>(WIDTHS, [table.name, table.rows]);
  const indexes = new Map<string, number>();
  for (const index of table.indexes) {
    const bytes = index.isPlain ? btreeBytes(index, widths) : await sampledBytes(maintenance, table, index);
    indexes.set(index.name, Math.min(bytes, index.bytes));
  }
  return { table: Math.min(rowBytes(table, widths), table.bytes), indexes };
}

const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;
const pages = (bytes: number): number => Math.ceil(bytes / PAGE) * PAGE;

function rowBytes({ rows, columns }: StoredTable, widths: readonly ColumnWidth[]): number {
  const nulls = widths.some((column) => column.nulls) || widths.length < columns ? Math.ceil(columns / 8) : 0;
  const width = widths.reduce((sum, column) => sum + column.width, 0);
  const row = aligned(ROW_HEADER + nulls) + aligned(width) + POINTER;
  return pages((rows * row * PAGE) / (PAGE - PAGE_HEADER));
}

function btreeBytes({ rows, columns, isUnique }: StoredIndex, widths: readonly ColumnWidth[]): number {
  const found = columns.map((name) => widths.find(({ column }) => column === name));
  const width = found.reduce((sum, column) => sum + (column?.width ?? 0), 0);
  const entry = INDEX_HEADER + aligned(width) + POINTER;
  const [only] = found;
  const equal = isUnique || found.length > 1 || !only || only.distinct <= 0 ? 1 : rows / only.distinct;
  const perRow = equal > 2 ? LISTED + entry / Math.min(equal, MOST_LISTED) : entry;
  const usable = ((PAGE - PAGE_HEADER - BTREE_SPECIAL) / PAGE) * BTREE_FILL;
  return PAGE + pages((rows * perRow * BTREE_UPPER) / usable);
}
