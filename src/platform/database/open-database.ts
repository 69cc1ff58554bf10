import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';

import { CannotStart } from '../config/config.js';
import type { Config } from '../config/config.js';
import { reasonOf } from '../logging/log-record.js';
import { dataSource } from './data-source.js';
import type { Entities } from './data-source.js';
import { DatabaseKind, findDatabaseKind } from './distribution/database-kind.js';
import { WorkerConditions } from './distribution/worker-conditions.js';
import { attachEmbedded, startEmbedded } from './embedded/embedded.js';
import { findPooler } from './find-pooler.js';
import { DatabaseHistory } from './history/database-history.js';

/** The table of a database into which a move has begun. It has one row, and the end of the move drops it. */
export const UNFINISHED_MOVE = 'unfinished_move';

/** In SQL: whether a move into this database is not finished. */
export const HAS_UNFINISHED_MOVE = `to_regclass('${UNFINISHED_MOVE}') IS NOT NULL`;

/** A command runs its statements one after the other, without timeouts, because an operator watches it. */
const COMMAND_POOL_SIZE = 2;

export interface OpenDatabase {
  readonly source: DataSource;
  /** To be started once the tables exist. */
  readonly history: DatabaseHistory;
  readonly kind: DatabaseKind;
  close(): Promise<void>;
}

/**
 * Opens the deployment's database: the PostgreSQL of `DATABASE_URL`, or the embedded one of the data folder.
 * @param entities the classes of the tables
 * @param role a server locks the data folder; a command shares that of a running server; a distribution is a command
 *   that may continue one that was stopped
 * @throws CannotStart if the database cannot be reached or opened
 */
export async function openDatabase(
  config: Pick<Config, 'database' | 'dataDir'>,
  entities: Entities,
  role: 'server' | 'command' | 'distribution',
): Promise<OpenDatabase> {
  const history = new DatabaseHistory();
  const poolSize = role === 'server' ? config.database.poolSize : COMMAND_POOL_SIZE;
  if (config.database.url !== undefined) {
    const { url } = config.database;
    const conditions = new WorkerConditions();
    const pooler = await findPooler(url, config.database.pooler).catch(cannotBeUsed);
    const source = dataSource({ url }, entities, {
      poolSize,
      waitsForLocks: role !== 'server',
      pooler,
      history,
      conditions,
    });
    await source.initialize().catch(cannotBeUsed);
    if (role === 'server' && pooler === 'transaction') await warnOfConfig(source);
    await expectMoved(source);
    const kind = await kindOf(source, role);
    if (kind.isDistributed) conditions.apply();
    return {
      source,
      history,
      kind,
      close: async () => {
        await history.stop();
        await source.destroy();
      },
    };
  }
  const embedded = await (role === 'server' ? startEmbedded(config.dataDir) : attachEmbedded(config.dataDir));
  // Needs no timeouts, because the database ends with this process.
  const source = dataSource({ host: embedded.host }, entities, {
    poolSize,
    waitsForLocks: true,
    pooler: 'none',
    history,
  });
  await source.initialize().catch(async (error: unknown) => {
    await embedded.close();
    throw new CannotStart(`The embedded database in ${config.dataDir} cannot be used: ${reasonOf(error)}.`);
  });
  return {
    source,
    history,
    kind: new DatabaseKind(false),
    close: async () => {
      await history.stop();
      await source.destroy();
      await embedded.close();
    },
  };
}

function cannotBeUsed(error: unknown): never {
  if (error instanceof CannotStart) throw error;
  throw new CannotStart(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}.`);
}

/** Without a timeout, a statement that waits for a lock holds a connection for ever. */
async function warnOfConfig(source: DataSource): Promise<void> {
  const [row] = await source.query<[{ timeout: string }]>(`SELECT current_setting('statement_timeout') AS timeout`);
  const log = new Logger('Database');
  log.log('DATABASE_URL leads to a pooler that hands out connections per transaction');
  if (row.timeout !== '0') return;
  log.warn(`Statements have no timeout: run ALTER ROLE ... SET statement_timeout = '10s', as docs/scaling.md says`);
}

/** Refuses a database to which `parley move` has not copied everything. */
async function expectMoved(source: DataSource): Promise<void> {
  const [row] = await source.query<[{ unfinished: boolean }]>(`SELECT ${HAS_UNFINISHED_MOVE} AS unfinished`);
  if (!row.unfinished) return;
  await source.destroy();
  throw new CannotStart('The database of DATABASE_URL has an unfinished move: run the same "parley move" again.');
}

/** @throws CannotStart if the rows of rooms cannot be reached */
async function kindOf(source: DataSource, role: 'server' | 'command' | 'distribution'): Promise<DatabaseKind> {
  try {
    return await findDatabaseKind(source, role === 'distribution');
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

/** A unique name of this database, which is the same for all of its nodes. Raw SQL, because it is in no table. */
export async function databaseIdentity(source: DataSource): Promise<string> {
  const [row] = await source.query<[{ identity: string }]>(
    `SELECT md5(system_identifier || '/' || current_database()) AS identity FROM pg_control_system()`,
  );
  return row.identity;
}
