import type { DataSource, Migration, MigrationInterface, QueryRunner } from 'typeorm';
import { MigrationExecutor } from 'typeorm';

import { CannotStart } from '../config/config.js';
import { BRIEF_LOCK_WAIT, untilLocked } from './brief-locks.js';
import { migrationSource } from './data-source.js';
import { findDatabaseKind } from './distribution/database-kind.js';
import { migrationTime, RELEASES } from './migrations/all-migrations.js';
import type { EarlierRelease } from './migrations/all-migrations.js';
import { createSchema } from './migrations/baseline/baseline.js';
import { expectReleased, expectUsableRelease } from './migrations/expect-released.js';
import { lossesOf } from './losses.js';
import type { Loss } from './losses.js';
import { marked, RELEASE_0_3 } from './migrations/release-mark.js';
import { createMissingIndexes } from './missing-indexes.js';
import { queryOf } from './query.js';
import type { QuerySource } from './query.js';

const DISTRIBUTED = 'The database is distributed: its migrations cannot be reverted.';

/** A number that no other program is likely to use as a lock of the same database. */
const MIGRATION_LOCK = 7_265_393;

export interface MigrationState {
  readonly name: string;
  readonly applied: boolean;
}

/**
 * Applies pending migrations. Nodes that start together wait for one another. A running service waits for the locks of
 * the migrations, not for the locks that these wait for. An empty database gets the present schema at once, and has all
 * migrations from then on.
 * @returns the names of the applied migrations
 * @throws CannotStart if a build of no release has made the tables, or a release that this one cannot follow
 */
export async function migrateUp(source: DataSource): Promise<string[]> {
  const applied = await locked(source, async (executor, runner) => {
    if (await isMigrated(runner)) {
      expectReleased(names(await executor.getExecutedMigrations()));
      await expectUsableRelease(queryOf(runner));
      return names(await executor.executePendingMigrations());
    }
    await createSchema(runner);
    // Records the migrations without running them.
    executor.fake = true;
    await executor.executePendingMigrations();
    await runner.query(marked(RELEASE_0_3));
    return (await migrationStates(source, runner)).map(({ name }) => name);
  });
  await createMissingIndexes(source);
  return applied;
}

/**
 * Reverts migrations, all of them or none.
 * @param to the release whose tables are made; by default the latest migration alone is reverted
 * @returns their names, newest first
 * @throws CannotStart in a distributed database
 */
export async function migrateDown(source: DataSource, to?: EarlierRelease): Promise<string[]> {
  if ((await findDatabaseKind(source, false)).isDistributed) throw new CannotStart(DISTRIBUTED);
  return locked(source, async (executor, runner) => {
    const reverted = await migrationsAfter(source, to, runner);
    for (const _ of reverted) await executor.undoLastMigration();
    return reverted;
  });
}

/** The names of the migrations that {@link migrateDown} reverts, newest first. */
export async function migrationsAfter(
  source: DataSource,
  release?: EarlierRelease,
  runner?: QueryRunner,
): Promise<string[]> {
  const applied = (await migrationStates(source, runner)).filter(({ applied }) => applied).map(({ name }) => name);
  const kept = release === undefined ? applied.length - 1 : applied.indexOf(RELEASES[release]) + 1;
  return applied.slice(Math.max(kept, 0)).toReversed();
}

export const lossesOfReverting = (source: DataSource, names: readonly string[]): Promise<Loss[]> =>
  lossesOf(
    source,
    names.flatMap((name) => source.migrations.filter((migration) => nameOf(migration) === name)),
  );

/** Whether a migration was ever applied. Creates nothing. Raw SQL, because TypeORM would create the table. */
export async function isMigrated(source: QuerySource): Promise<boolean> {
  const [{ found }] = await source.query<[{ found: boolean }]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS found`,
    [],
  );
  if (!found) return false;
  const [row] = await source.query<[{ applied: boolean }]>('SELECT EXISTS (SELECT FROM migrations) AS applied', []);
  return row.applied;
}

/**
 * Every migration of this version, oldest first.
 * @throws CannotStart if a build of no release has made the tables
 */
export async function migrationStates(source: DataSource, runner?: QueryRunner): Promise<MigrationState[]> {
  const executor = new MigrationExecutor(source, runner);
  const executed = names(await executor.getExecutedMigrations());
  expectReleased(executed);
  await expectUsableRelease(queryOf(runner ?? source));
  const applied = new Set(executed);
  return source.migrations
    .map(nameOf)
    .sort((one, other) => migrationTime(one) - migrationTime(other))
    .map((name) => ({ name, applied: applied.has(name) }));
}

const nameOf = (migration: MigrationInterface): string => migration.name ?? migration.constructor.name;

const names = (migrations: readonly Migration[]): string[] => migrations.map(({ name }) => name);

/**
 * One process at a time, in one transaction on a connection without timeouts, which is repeated while other
 * transactions lock the tables. Raw SQL, because TypeORM has no advisory
 * locks.
 */
async function locked<Result>(
  source: DataSource,
  work: (executor: MigrationExecutor, runner: QueryRunner) => Promise<Result>,
): Promise<Result> {
  const waitsForLocks = await migrationSource(source).initialize();
  try {
    return await untilLocked(() =>
      waitsForLocks.transaction(async ({ queryRunner }) => {
        // The timeouts of the role are those of a service behind a pooler.
        if (!queryRunner) throw new Error('a transaction has a connection');
        await queryRunner.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
        await queryRunner.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
        await queryRunner.query(`SET LOCAL ${BRIEF_LOCK_WAIT}`);
        return work(new MigrationExecutor(waitsForLocks, queryRunner), queryRunner);
      }),
    );
  } finally {
    await waitsForLocks.destroy();
  }
}
