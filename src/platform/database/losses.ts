import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';

import { grouped } from '../collections/groups.js';

/** Stored data that a reversal of migrations deletes. */
export interface Loss {
  readonly table: string;
  /** Undefined: the whole table is dropped. */
  readonly column: string | undefined;
  /** The rows of the table, or those with another value in the column than its default. */
  readonly rows: number;
}

interface Dropped {
  readonly tables: readonly string[];
  readonly columns: readonly { readonly table: string; readonly column: string }[];
}

/**
 * Finds the data that the reversal of these migrations would delete, without tables and columns that have nothing.
 * Reads each table whose columns are dropped once. Raw SQL, because the statements of the migrations are.
 */
export async function lossesOf(source: DataSource, migrations: readonly MigrationInterface[]): Promise<Loss[]> {
  const runner = source.createQueryRunner();
  try {
    const statements: string[] = [];
    for (const migration of migrations) await migration.down(recording(runner, statements));
    const dropped = droppedBy(statements);
    const losses = [...(await rowsOf(runner, dropped.tables)), ...(await valuesOf(runner, dropped))];
    return losses.filter(({ rows }) => rows > 0);
  } finally {
    await runner.release();
  }
}

/** Runs the questions of a migration, and records its other statements. */
function recording(runner: QueryRunner, statements: string[]): QueryRunner {
  const query = (statement: string, parameters?: unknown[]): Promise<unknown> => {
    if (/^\s*SELECT\b/i.test(statement)) return runner.query(statement, parameters);
    statements.push(statement);
    return Promise.resolve([]);
  };
  return new Proxy(runner, {
    get: (target, name) => (name === 'query' ? query : (Reflect.get(target, name, target) as unknown)),
  });
}

function droppedBy(statements: readonly string[]): Dropped {
  const text = statements.join(';\n');
  const tables = [...text.matchAll(/\bDROP TABLE (?:IF EXISTS )?([\w\s,]+)/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  const columns = [...text.matchAll(/\bALTER TABLE (\w+)([^;]*)/g)].flatMap(([, table = '', changes = '']) =>
    [...changes.matchAll(/\bDROP COLUMN (?:IF EXISTS )?(\w+)/g)].map(([, column = '']) => ({ table, column })),
  );
  return { tables, columns: columns.filter(({ table }) => !tables.includes(table)) };
}

async function rowsOf(runner: QueryRunner, tables: readonly string[]): Promise<Loss[]> {
  const losses: Loss[] = [];
  for (const table of tables) {
    const [row] = (await runner.query(`SELECT count(*)::int AS rows FROM ${table}`)) as [{ rows: number }];
    losses.push({ table, column: undefined, rows: row.rows });
  }
  return losses;
}

async function valuesOf(runner: QueryRunner, { columns }: Dropped): Promise<Loss[]> {
  const losses: Loss[] = [];
  for (const [table, dropped] of grouped(columns, (each) => each.table)) {
    const defaults = await defaultsOf(runner, table);
    const counts = dropped.map(
      ({ column }) => `count(*) FILTER (WHERE ${column} IS DISTINCT FROM ${defaults.get(column) ?? 'NULL'})::int`,
    );
    const [row] = (await runner.query(`SELECT ARRAY[${counts.join(', ')}] AS rows FROM ${table}`)) as [
      { rows: number[] },
    ];
    losses.push(...dropped.map(({ column }, at) => ({ table, column, rows: row.rows[at] ?? 0 })));
  }
  return losses;
}

/** The expressions of the defaults of columns. */
async function defaultsOf(runner: QueryRunner, table: string): Promise<Map<string, string>> {
  const rows = (await runner.query(
    `SELECT a.attname AS name, pg_get_expr(d.adbin, d.adrelid) AS expression
     FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
     WHERE d.adrelid = $1::regclass AND a.attgenerated = ''`,
    [table],
  )) as { name: string; expression: string }[];
  return new Map(rows.map(({ name, expression }) => [name, expression]));
}
