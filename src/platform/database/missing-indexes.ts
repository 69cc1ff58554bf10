import type { DataSource } from 'typeorm';

import { migrationSource } from './data-source.js';
import { ONLINE_INDEXES } from './online-indexes.js';
import type { OnlineIndex } from './online-indexes.js';

/** An invalid index is what a stopped creation has left, unless the creation is in progress. */
const STATE = `
  SELECT to_regclass($1) IS NOT NULL AS exists,
    coalesce((SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)), false) AS is_valid,
    EXISTS (SELECT FROM pg_stat_progress_create_index WHERE relid = to_regclass($2)) AS is_in_progress`;

interface State {
  readonly exists: boolean;
  readonly is_valid: boolean;
  readonly is_in_progress: boolean;
}

/**
 * Creates the indexes that a migration left out because the tables are in use, without locking writes. Another process
 * may be doing the same: then it is left to that.
 */
export async function createMissingIndexes(source: DataSource): Promise<void> {
  const missing: string[] = [];
  for (const index of ONLINE_INDEXES) missing.push(...(await stepsTo(index, source)));
  if (missing.length === 0) return;
  const withoutTimeouts = await migrationSource(source).initialize();
  try {
    for (const statement of missing) await withoutTimeouts.query(statement);
  } finally {
    await withoutTimeouts.destroy();
  }
}

async function stepsTo({ name, table, definition }: OnlineIndex, source: DataSource): Promise<string[]> {
  const [state] = await source.query<[State]>(STATE, [name, table]);
  if (state.is_valid || state.is_in_progress) return [];
  const create = `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${table} ${definition}`;
  return state.exists ? [`DROP INDEX CONCURRENTLY IF EXISTS ${name}`, create] : [create];
}
