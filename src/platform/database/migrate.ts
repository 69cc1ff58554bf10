import type { DataSource, Migration } from 'typeorm';
import { MigrationExecutor } from 'typeorm';

import { CannotStart } from '../config/config.js';
import { BRIEF_LOCK_WAIT, untilLocked } from './brief-locks.js';
import { migrationSource } from './data-source.js';
import { findDatabaseKind } from './distribution/database-kind.js';
import { fillRoomPairs } from './keys-by-room/room-pairs.js';
import { migrationTime } from './migrations/all-migrations.js';
import { createMissingIndexes } from './missing-indexes.js';

const DISTRIBUTED = 'The database is distributed: its migrations cannot be reverted.';

/** A number that no other program is likely to use as a lock of the same database. */
const MIGRATION_LOCK = 7_265_393;

export interface MigrationState {
  readonly name: string;
  readonly applied: boolean;
}

/**
 * Applies pending migrations. Nodes that start together wait for one another. A running service waits for the locks of
 * the migrations, not for the locks that these wait for.
 * @returns the names of the applied migrations
 */
export async function migrateUp(source: DataSource): Promise<string[]> {
  const applied = await locked(source, async (executor) => names(await executor.executePendingMigrations()));
  await fillRoomPairs(source);
  await createMissingIndexes(source);
  return applied;
}

/**
 * Reverts the latest migration.
 * @returns its name, or undefined if there was none
 * @throws CannotStart in a distributed database
 */
export async function migrateDown(source: DataSource): Promise<string | undefined> {
  if ((await findDatabaseKind(source, false)).isDistributed) throw new CannotStart(DISTRIBUTED);
  return locked(source, async (executor) => {
    const latest = await latestMigration(source, executor);
    if (latest !== undefined) await executor.undoLastMigration();
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
export async function latestMigration(
  source: DataSource,
  executor = new MigrationExecutor(source),
): Promise<string | undefined> {
  return (await migrationStates(source, executor)).findLast(({ applied }) => applied)?.name;
}

/** Every migration of this version, oldest first. */
export async function migrationStates(
  source: DataSource,
  executor = new MigrationExecutor(source),
): Promise<MigrationState[]> {
  const applied = new Set(names(await executor.getExecutedMigrations()));
  return source.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .sort((one, other) => migrationTime(one) - migrationTime(other))
    .map((name) => ({ name, applied: applied.has(name) }));
}

const names = (migrations: readonly Migration[]): string[] => migrations.map(({ name }) => name);

/**
 * One process at a time, in one transaction on a connection without timeouts, which is repeated while other
 * transactions lock the tables. Raw SQL, because TypeORM has no advisory
 * locks.
 */
async function locked<Result>(
  source: DataSource,
  work: (executor: MigrationExecutor) => Promise<Result>,
): Promise<Result> {
  const waitsForLocks = await migrationSource(source).initialize();
  try {
    return await untilLocked(() =>
      waitsForLocks.transaction(async ({ queryRunner }) => {
        // The timeouts of the role are those of a service behind a pooler.
        await queryRunner?.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
        await queryRunner?.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
        await queryRunner?.query(`SET LOCAL ${BRIEF_LOCK_WAIT}`);
        return work(new MigrationExecutor(waitsForLocks, queryRunner));
      }),
    );
  } finally {
    await waitsForLocks.destroy();
  }
}
