import { CannotStart } from '../../../../src/platform/config/config.js';
import { MARK } from '../../../../src/platform/database/distribution/mark.js';
import { reasonOf } from '../../../../src/platform/logging/log-record.js';
import { MoveConnection } from './move-connection.js';
import { migrateTables, unknownMigrations } from './move-migrations.js';
import { targetTables } from './moved-table.js';
import type { MovedTable } from './moved-table.js';
import { dropPostponed } from './postponed-objects.js';
import { recordMove, unfinishedMove } from './unfinished-move.js';
import type { SourceState } from './unfinished-move.js';

/** A number that no other program is likely to use as a lock of the same database. */
const MOVE_LOCK = 7_265_396;
/** Longer than PostgreSQL needs to notice that a killed run is gone. */
const LOCK_TIMEOUT = '15s';
const LOCK_NOT_AVAILABLE = '55P03';
/** Tables that a migration, or a start without users, fills. */
const FILLED_AT_START = ['epochs', 'delivery_recording', 'feed_followers', 'leases'];

/**
 * Locks the PostgreSQL that takes the tables, until the returned connection is closed.
 * @throws CannotStart if it cannot be reached, or another run has locked it
 */
export async function lockTarget(url: string): Promise<MoveConnection> {
  const lock = await connectTo(url);
  try {
    await lock.query('BEGIN');
    await lock.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'; SET LOCAL idle_in_transaction_session_timeout = 0`);
    await lock.query('SELECT pg_advisory_xact_lock($1)', [MOVE_LOCK]);
    return lock;
  } catch (error) {
    await lock.close();
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new CannotStart('Another "parley move" uses the database of --to: wait until it ends, or stop it.');
  }
}

/**
 * Connects to the PostgreSQL that takes the tables.
 * @throws CannotStart if it cannot be reached, or cannot have them
 */
export async function openTarget(url: string): Promise<MoveConnection> {
  const target = await connectTo(url);
  try {
    const [encoding] = await target.query<{ server_encoding: string }>('SHOW server_encoding');
    if (encoding?.server_encoding !== 'UTF8') {
      throw new CannotStart(
        `The database of --to has the encoding ${String(encoding?.server_encoding)}: create it with UTF8.`,
      );
    }
    return target;
  } catch (error) {
    await target.close();
    throw error;
  }
}

const connectTo = (url: string): Promise<MoveConnection> =>
  MoveConnection.open({ url }).catch((error: unknown) => {
    throw new CannotStart(`The PostgreSQL of --to cannot be reached: ${reasonOf(error)}.`);
  });

/**
 * Creates the tables of an empty target, or checks that it has an unfinished move of the same source.
 * @param tables those of the source
 * @throws CannotStart if the target has other data
 */
export async function prepareTarget(
  target: MoveConnection,
  url: string,
  state: SourceState,
  tables: readonly MovedTable[],
): Promise<void> {
  const begun = await unfinishedMove(target);
  if (begun) {
    expectSame(begun, state);
    return;
  }
  await expectEmpty(target, state, tables);
  await createTables(url);
  expectSameColumns(tables, await targetTables(target, tables));
  await target.transaction(async () => {
    const postponed = await dropPostponed(target, tables);
    for (const { quotedName } of tables) await target.query(`DELETE FROM ${quotedName}`);
    await recordMove(target, state, postponed);
  });
}

function expectSame(begun: SourceState, state: SourceState): void {
  if (begun.epochId !== state.epochId) {
    throw new CannotStart(
      'The database of --to has an unfinished move of another data folder: give that folder, or an empty database.',
    );
  }
  if (begun.transaction !== state.transaction) {
    throw new CannotStart(
      'The data folder was written since the move to the database of --to began: give --to an empty database.',
    );
  }
}

async function expectEmpty(
  target: MoveConnection,
  { epochId }: SourceState,
  tables: readonly MovedTable[],
): Promise<void> {
  await expectNotDistributed(target);
  const present = await targetTables(target, tables);
  const unknown = await unknownMigrations(target);
  if (present.length > 0 && unknown?.length !== 0) {
    throw new CannotStart(
      `The database of --to has tables of another program or a newer version (${list(present)}): give an empty one.`,
    );
  }
  if (present.some(({ name }) => name === 'epochs')) await expectNotMoved(target, epochId);
  const filled: MovedTable[] = [];
  for (const table of present.filter(({ name }) => !FILLED_AT_START.includes(name))) {
    const [row] = await target.query<{ has: boolean }>(`SELECT EXISTS (SELECT FROM ${table.quotedName}) AS has`);
    if (row?.has === true) filled.push(table);
  }
  if (filled.length === 0) return;
  throw new CannotStart(`The database of --to has data of a deployment (${list(filled)}): give an empty one.`);
}

async function expectNotDistributed(target: MoveConnection): Promise<void> {
  const [found] = await target.query<{ is: boolean }>(`SELECT to_regclass('${MARK}') IS NOT NULL AS is`);
  if (found?.is !== true) return;
  throw new CannotStart('The database of --to is distributed: move into one that is not, and then distribute it.');
}

async function expectNotMoved(target: MoveConnection, epochId: string): Promise<void> {
  const [moved] = await target.query<{ at: string }>(
    `SELECT began_at::text AS at FROM epochs WHERE parent_id = $1 AND reason = 'moved'`,
    [epochId],
  );
  if (!moved) return;
  throw new CannotStart(
    `The data folder was moved to the database of --to at ${moved.at}: nothing is left to do. ` +
      'Set DATABASE_URL and start the service.',
  );
}

async function createTables(url: string): Promise<void> {
  await migrateTables({ url }).catch((error: unknown) => {
    throw new CannotStart(
      `The tables cannot be created in the database of --to: ${reasonOf(error)}. ` +
        'It must belong to the user of the address, who creates tables and the extension pg_trgm.',
    );
  });
}

const list = (tables: readonly MovedTable[]): string => tables.map(({ name }) => name).join(', ');

/** @throws CannotStart if a table or a column of the source would not be moved */
function expectSameColumns(ofSource: readonly MovedTable[], ofTarget: readonly MovedTable[]): void {
  const there = new Set(ofTarget.flatMap(columnsOf));
  const missing = ofSource.flatMap(columnsOf).filter((column) => !there.has(column));
  if (missing.length === 0) return;
  throw new CannotStart(
    `The data folder has columns that are not of Parley: ${missing.join(', ')}. Remove them first.`,
  );
}

const columnsOf = ({ name, columns }: MovedTable): string[] =>
  columns.map((column) => `${name}.${column.name} (${column.type})`);
