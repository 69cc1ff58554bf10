import { dataSource } from '../../../../src/platform/database/data-source.js';
import type { DatabaseAddress } from '../../../../src/platform/database/data-source.js';
import { DatabaseHistory } from '../../../../src/platform/database/history/database-history.js';
import { migrateUp } from '../../../../src/platform/database/migrate.js';
import { migrations } from '../../../../src/platform/database/migrations/all-migrations.js';
import { expectReleased } from '../../../../src/platform/database/migrations/expect-released.js';
import type { MoveConnection } from './move-connection.js';

/**
 * The applied migrations that this version does not have; undefined: none was ever applied.
 * @throws CannotStart if a build of no release has made the tables
 */
export async function unknownMigrations(connection: MoveConnection): Promise<string[] | undefined> {
  const [found] = await connection.query<{ has: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS has`);
  if (found?.has !== true) return undefined;
  const rows = await connection.query<{ name: string }>('SELECT name FROM migrations');
  const applied = rows.map(({ name }) => name);
  expectReleased(applied);
  const known = migrations.map(({ name }) => name);
  return applied.length === 0 ? undefined : applied.filter((name) => !known.includes(name));
}

export async function migrateTables(address: DatabaseAddress): Promise<void> {
  const source = dataSource(address, [], {
    poolSize: 1,
    waitsForLocks: true,
    pooler: 'none',
    history: new DatabaseHistory(),
  });
  await source.initialize();
  try {
    await migrateUp(source);
  } finally {
    await source.destroy();
  }
}
