import type { DataSource, Migration } from 'typeorm';
import { MigrationExecutor } from 'typeorm';

/** Any number that no other program on the same database is likely to take for a lock. */
const MIGRATION_LOCK = 7_265_393;

export interface MigrationState {
  readonly name: string;
  readonly applied: boolean;
}

/**
 * Applies what has not been applied yet. Nodes that start together wait for one another.
 * @returns the names of those that were applied
 */
export function migrateUp(source: DataSource): Promise<string[]> {
  return locked(source, async () => names(await source.runMigrations()));
}

/**
 * Takes the latest migration back.
 * @returns its name, or undefined if there was none
 */
export function migrateDown(source: DataSource): Promise<string | undefined> {
  return locked(source, async () => {
    const latest = (await migrationStates(source)).findLast(({ applied }) => applied);
    if (latest) await source.undoLastMigration();
    return latest?.name;
  });
}

/** Every migration that this version knows, oldest first. */
export async function migrationStates(source: DataSource): Promise<MigrationState[]> {
  const applied = new Set(names(await new MigrationExecutor(source).getExecutedMigrations()));
  return source.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .sort((one, other) => timestamp(one) - timestamp(other))
    .map((name) => ({ name, applied: applied.has(name) }));
}

/** The time of writing, in milliseconds, that ends a migration's name. */
const timestamp = (name: string): number => Number(name.slice(-13));

const names = (migrations: readonly Migration[]): string[] => migrations.map(({ name }) => name);

async function locked<Result>(source: DataSource, work: () => Promise<Result>): Promise<Result> {
  const runner = source.createQueryRunner();
  await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    return await work();
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await runner.release();
  }
}
