import type { DataSource } from 'typeorm';

import { CannotStart } from '../../../../src/platform/config/config.js';
import { MARK } from '../../../../src/platform/database/distribution/mark.js';
import { expectNoPooler } from '../../../../src/platform/database/maintenance.js';
import { migrationStates } from '../../../../src/platform/database/migrate.js';

interface State {
  readonly hasLibrary: boolean;
  readonly hasExtension: boolean;
  readonly hasMark: boolean;
}

interface Nodes {
  readonly hasCoordinator: boolean;
  readonly workers: number;
}

/** @throws CannotStart if the tables of rooms cannot be distributed, or are distributed already */
export async function expectDistributable(source: DataSource): Promise<void> {
  if (!('url' in source.options)) throw new CannotStart(EMBEDDED);
  expectNoPooler(source);
  const [state] = await source.query<[State]>(
    `SELECT current_setting('citus.version', true) IS NOT NULL AS "hasLibrary",
       EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "hasExtension",
       to_regclass('${MARK}') IS NOT NULL AS "hasMark"`,
  );
  if (!state.hasLibrary) throw new CannotStart(WITHOUT_LIBRARY);
  if (!state.hasExtension) throw new CannotStart(WITHOUT_EXTENSION);
  await expectNodes(source);
  await (state.hasMark ? expectUnfinished(source) : expectPresentTables(source));
}

async function expectNodes(source: DataSource): Promise<void> {
  const [nodes] = await source.query<[Nodes]>(
    `SELECT EXISTS (SELECT FROM pg_dist_node WHERE groupid = 0) AS "hasCoordinator",
       (SELECT count(*)::int FROM pg_dist_node
        WHERE groupid <> 0 AND noderole = 'primary' AND isactive AND shouldhaveshards) AS workers`,
  );
  if (!nodes.hasCoordinator) throw new CannotStart(WITHOUT_COORDINATOR);
  if (nodes.workers === 0) throw new CannotStart(WITHOUT_WORKERS);
}

async function expectUnfinished(source: DataSource): Promise<void> {
  const [row] = await source.query<{ finished: boolean }[]>(`SELECT finished_at IS NOT NULL AS finished FROM ${MARK}`);
  if (row?.finished !== true) return;
  throw new CannotStart('The database is distributed already: nothing is left to do.');
}

async function expectPresentTables(source: DataSource): Promise<void> {
  const states = await migrationStates(source);
  if (states.some(({ applied }) => !applied)) throw new CannotStart(OLDER_TABLES);
}

const EMBEDDED = 'The embedded database cannot be distributed: move it to a PostgreSQL with "parley move" first.';

const WITHOUT_LIBRARY =
  'The PostgreSQL of DATABASE_URL has not loaded Citus: install it on the coordinator and every worker, ' +
  'add citus to shared_preload_libraries, and restart them.';

const WITHOUT_EXTENSION =
  'The database of DATABASE_URL has no extension citus: run CREATE EXTENSION citus in it, ' +
  'and in a database of the same name on every worker.';

const WITHOUT_COORDINATOR =
  'Citus does not know the address of its coordinator: run SELECT citus_set_coordinator_host(...) with the address ' +
  'by which workers reach it.';

const WITHOUT_WORKERS = 'Citus has no workers: run SELECT citus_add_node(...) for each of them.';

const OLDER_TABLES = 'The database has pending migrations: run "parley migrate up" first.';
