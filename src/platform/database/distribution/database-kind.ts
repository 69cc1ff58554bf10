import type { DataSource } from 'typeorm';

import { CannotStart } from '../../config/config.js';
import { MARK } from './mark.js';

/**
 * Where the tables of rooms are: in one PostgreSQL, or spread by room over the workers of Citus. Everything else is in
 * one PostgreSQL in either case, which is the coordinator of Citus.
 */
export class DatabaseKind {
  constructor(readonly isDistributed: boolean) {}
}

interface State {
  /** Whether PostgreSQL has loaded the library of Citus. */
  readonly hasLibrary: boolean;
  readonly hasExtension: boolean;
  /** Whether `parley database distribute` has begun or finished here. */
  readonly mark: 'none' | 'unfinished' | 'finished';
  readonly isWorker: boolean;
  /** Whether the rows of rooms are on the workers. */
  readonly hasSpreadRooms: boolean;
}

/**
 * Finds the kind of a database before its first use.
 * @param mayBeUnfinished whether a distribution that was stopped is no error, because the caller continues it
 * @throws CannotStart if the rows of rooms cannot be reached from this database
 */
export async function findDatabaseKind(source: DataSource, mayBeUnfinished: boolean): Promise<DatabaseKind> {
  const state = await readState(source);
  const reason = reasonAgainst(state, mayBeUnfinished);
  if (reason !== undefined) throw new CannotStart(reason);
  return new DatabaseKind(state.hasSpreadRooms);
}

/** Raw SQL, because the state is in catalogs. The catalogs of Citus are read only where they exist. */
async function readState(source: DataSource): Promise<State> {
  const [found] = await source.query<[Pick<State, 'hasLibrary' | 'hasExtension'> & { hasMark: boolean }]>(
    `SELECT current_setting('citus.version', true) IS NOT NULL AS "hasLibrary",
       to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS "hasExtension",
       to_regclass('${MARK}') IS NOT NULL AS "hasMark"`,
  );
  const mark = found.hasMark ? await readMark(source) : 'none';
  if (!found.hasExtension) return { ...found, mark, isWorker: false, hasSpreadRooms: false };
  const [byCitus] = await source.query<[Pick<State, 'isWorker' | 'hasSpreadRooms'>]>(
    `SELECT EXISTS (SELECT FROM pg_dist_local_group WHERE groupid <> 0) AS "isWorker",
       EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('rooms') AND partmethod = 'h')
         AS "hasSpreadRooms"`,
  );
  return { ...found, ...byCitus, mark };
}

async function readMark(source: DataSource): Promise<State['mark']> {
  const [row] = await source.query<{ finished: boolean }[]>(`SELECT finished_at IS NOT NULL AS finished FROM ${MARK}`);
  return row?.finished === true ? 'finished' : 'unfinished';
}

function reasonAgainst(state: State, mayBeUnfinished: boolean): string | undefined {
  if (state.isWorker) return OF_A_WORKER;
  if (state.mark === 'none') return state.hasSpreadRooms ? OF_ANOTHER_PROGRAM : undefined;
  if (!state.hasExtension) return WITHOUT_EXTENSION;
  if (!state.hasLibrary) return WITHOUT_LIBRARY;
  if (state.mark === 'unfinished') return mayBeUnfinished ? undefined : UNFINISHED;
  return state.hasSpreadRooms ? undefined : WITHOUT_EXTENSION;
}

const OF_A_WORKER = 'DATABASE_URL names a worker of Citus: set it to the address of the coordinator.';

const UNFINISHED =
  'The rooms of the database of DATABASE_URL are partly on the workers of Citus: ' +
  'run "parley database distribute" again.';

const OF_ANOTHER_PROGRAM =
  'The table rooms of the database of DATABASE_URL was distributed by another program: ' +
  'undistribute every table of rooms, and run "parley database distribute".';

const WITHOUT_LIBRARY =
  'The rooms of the database of DATABASE_URL are on the workers of Citus, whose library is not loaded: ' +
  'add citus to shared_preload_libraries, and restart PostgreSQL.';

const WITHOUT_EXTENSION =
  'The rooms of the database of DATABASE_URL are on the workers of Citus, and its extension is missing here: ' +
  'restore the coordinator from a backup.';
