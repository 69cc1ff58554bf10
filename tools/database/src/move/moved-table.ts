import pg from 'pg';

import type { MoveConnection } from './move-connection.js';

/**
 * Tables that are not moved: the target's own migrations, and the signals between running processes, which refer to
 * transactions of their server.
 */
const NOT_MOVED = ['migrations', 'signals'];

interface Column {
  readonly name: string;
  /** As in a declaration, such as `character varying(20)`. */
  readonly type: string;
}

interface KeyColumn extends Column {
  /** Whether the order depends on a collation, in which the two databases may differ. */
  readonly isCollated: boolean;
}

/** The values of the primary key of a row, as text. */
export type Key = readonly string[];

/** A table, in the order of whose primary key rows are copied and compared. Its methods return SQL. */
export class MovedTable {
  constructor(
    readonly name: string,
    readonly columns: readonly Column[],
    private readonly key: readonly KeyColumn[],
  ) {}

  get quotedName(): string {
    return pg.escapeIdentifier(this.name);
  }

  get columnList(): string {
    return this.columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  }

  /** A row with its columns in the order of the target. Its text is the same in both databases. */
  get row(): string {
    return `ROW(${this.columnList})`;
  }

  get order(): string {
    return this.key.map(collated).join(', ');
  }

  get descendingOrder(): string {
    return this.key.map((column) => `${collated(column)} DESC`).join(', ');
  }

  /** The key of a row: a JSON array of texts. */
  get keyOfRow(): string {
    return `json_build_array(${this.key.map(({ name }) => `${pg.escapeIdentifier(name)}::text`).join(', ')})::text`;
  }

  /** Whether a row is above or at most at a key, whose values are parameters from the number `first` on. */
  isRow(operator: '>' | '<=', first: number): string {
    const values = this.key.map(({ type }, at) => `$${String(first + at)}::${type}`);
    return `(${this.key.map(collated).join(', ')}) ${operator} (${values.join(', ')})`;
  }

  /** A key for people, such as `room_id = 7, user_id = 1`. */
  keyText(key: Key): string {
    return this.key.map(({ name }, at) => `${name} = ${key[at] ?? ''}`).join(', ');
  }
}

const collated = ({ name, isCollated }: KeyColumn): string =>
  `${pg.escapeIdentifier(name)}${isCollated ? ' COLLATE "C"' : ''}`;

export const keyFrom = (json: string): Key => JSON.parse(json) as Key;

interface CatalogRow {
  readonly name: string;
  readonly columns: Column[];
  readonly key: KeyColumn[] | null;
}

/** The tables of the source, by name. */
export async function sourceTables(source: MoveConnection): Promise<MovedTable[]> {
  return tablesOf(await source.query<CatalogRow>(`${TABLES} AND c.relname <> ALL ($1::text[])`, [NOT_MOVED]));
}

/** The tables of a source that the target has too, as they are there. The target may have tables of other programs. */
export async function targetTables(target: MoveConnection, ofSource: readonly MovedTable[]): Promise<MovedTable[]> {
  const names = ofSource.map(({ name }) => name);
  return tablesOf(await target.query<CatalogRow>(`${TABLES} AND c.relname = ANY ($1::text[])`, [names]));
}

const tablesOf = (rows: readonly CatalogRow[]): MovedTable[] =>
  rows.map(({ name, columns, key }) => new MovedTable(name, columns, key ?? [])).sort(byName);

const byName = (one: MovedTable, other: MovedTable): number => (one.name < other.name ? -1 : 1);

const TABLES = `
  SELECT c.relname AS name,
    (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
       ORDER BY a.attnum)
     FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
         'isCollated', a.attcollation <> 0) ORDER BY k.place)
     FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY k (attnum, place)
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
     WHERE i.indrelid = c.oid AND i.indisprimary) AS key
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;
