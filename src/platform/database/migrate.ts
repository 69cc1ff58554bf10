import type { DataSource, Migration } from 'typeorm';
import { MigrationExecutor } from 'typeorm';

import { migrationSource } from './data-source.js';
import { migrationTime } from './migrations/all-migrations.js';

/** A number that no other program is likely to use as a lock of the same database. */
const MIGRATION_LOCK = 7_265_393;

export interface MigrationState {
  readonly name: string;
  readonly applied: boolean;
}

/**
 * Applies pending migrations. Nodes that start together wait for one another.
 * @returns the names of the applied migrations
 */
export function migrateUp(source: DataSource): Promise<string[]> {
  return locked(source, async (waitsForLocks) => names(await waitsForLocks.runMigrations()));
}

/**
 * Reverts the latest migration.
 * @returns its name, or undefined if there was none
 */
export function migrateDown(source: DataSource): Promise<string | undefined> {
  return locked(source, async (waitsForLocks) => {
    const latest = await latestMigration(waitsForLocks);
    if (latest !== undefined) await waitsForLocks.undoLastMigration();
    return latest;
  });
}

/** Whether a migration was ever applied. Creates nothing. Raw SQL, because TypeORM would create the table. */
export async function isMigrated(source: DataSource): Promise<boolean> {
  const [{ found }] = await source.query<[{ found: boolean }]>(`SELECT to_regclass('migrations') IS NOT NULL AS found`);
  if (!found) return false;
  const [row] = await source.query<[{ applied: boolean }]>('SELECT EXISTS (SELECT FROM migrations) AS applied');
  return row.applied;
}

/** The name of the latest migration that is applied; undefined if there is none. */
export async function latestMigration(source: DataSource): Promise<string | undefined> {
  return (await migrationStates(source)).findLast(({ applied }) => applied)?.name;
}

/** Every migration of this version, oldest first. */
export async function migrationStates(source: DataSource): Promise<MigrationState[]> {
  const applied = new Set(names(await new MigrationExecutor(source).getExecutedMigrations()));
  return source.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .sort((one, other) => migrationTime(one) - migrationTime(other))
    .map((name) => ({ name, applied: applied.has(name) }));
}

const names = (migrations: readonly Migration[]): string[] => migrations.map(({ name }) => name);

/** One process at a time, on connections without timeouts. Raw SQL, because TypeORM has no advisory locks. */
async function locked<Result>(
  source: DataSource,
  work: (waitsForLocks: DataSource) => Promise<Result>,
): Promise<Result> {
  const waitsForLocks = await migrationSource(source).initialize();
  const runner = waitsForLocks.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const result = await work(waitsForLocks);
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    return result;
  } finally {
    await waitsForLocks.destroy();
  }
}
