import type { DataSource } from 'typeorm';

import { CannotStart } from '../../../../src/platform/config/config.js';
import { MARK } from '../../../../src/platform/database/distribution/mark.js';
import { KeptLease } from '../../../../src/platform/database/leases/kept-lease.js';
import { Leadership } from '../../../../src/platform/database/leases/leadership.js';
import { Maintenance } from '../../../../src/platform/database/maintenance.js';
import type { OnStep } from '../../../../src/platform/database/maintenance.js';
import { reasonOf } from '../../../../src/platform/logging/log-record.js';
import { isMarked, prepare } from './prepare.js';
import { expectDistributable } from './requirements.js';
import { ROOMS, TABLES_OF_ROOMS } from './tables.js';

const TASK = 'distribution';

export interface Distributed {
  /** The number of rows of each distributed table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly workers: number;
  readonly shards: number;
}

/**
 * Spreads the tables of rooms over the workers of Citus, by room. No node of the service runs meanwhile. The steps that
 * are left follow from the database: a distribution that was stopped is continued by the next one, and no service
 * starts before it is finished.
 * @throws CannotStart if the database cannot be distributed, or is distributed already
 */
export async function distribute(source: DataSource, onStep: OnStep): Promise<Distributed> {
  await expectDistributable(source);
  const lease = await KeptLease.await(new Leadership(source, TASK));
  if (!lease) throw new CannotStart('Another process distributes the database: try again when it is done.');
  const session = await Maintenance.open(source, () => lease.check());
  try {
    return await new Distribution(session, onStep).execute();
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`The distribution has stopped: ${reasonOf(error)}. The same command continues it.`);
  } finally {
    await session.close();
    await lease.release();
  }
}

/** Raw SQL, because it calls functions of Citus. */
class Distribution {
  constructor(
    private readonly session: Maintenance,
    private readonly onStep: OnStep,
  ) {}

  async execute(): Promise<Distributed> {
    if (!(await isMarked(this.session))) {
      this.onStep(ROOMS.name, 'remove triggers and foreign keys to local tables');
      await this.transaction(() => prepare(this.session));
    }
    await this.spread(ROOMS.name, `create_distributed_table('${ROOMS.name}', '${ROOMS.column}')`);
    for (const table of TABLES_OF_ROOMS) {
      await this.spread(table, `create_distributed_table('${table}', 'room_id', colocate_with => '${ROOMS.name}')`);
    }
    for (const table of [ROOMS.name, ...TABLES_OF_ROOMS]) await this.removeLocalRows(table);
    await this.addForeignKeys();
    return this.finish();
  }

  /** Copies the rows of a table to its shards, and compares their number in the same transaction. */
  private async spread(table: string, create: string): Promise<void> {
    if (await this.isKnown(table)) return;
    await this.transaction(async () => {
      const before = await this.count(table);
      this.onStep(table, 'copy the rows to the workers', `${String(before)} rows`);
      await this.session.query(`SELECT ${create}`);
      const after = await this.count(table);
      if (before === after) return;
      throw new Error(`the table ${table} had ${String(before)} rows, and its shards have ${String(after)}`);
    });
  }

  /** The rows that were copied are still in the files of the coordinator. */
  private async removeLocalRows(table: string): Promise<void> {
    const [row] = await this.session.query<{ bytes: number }>(
      'SELECT pg_relation_size(to_regclass($1))::float8 AS bytes',
      [table],
    );
    if (row?.bytes === 0) return;
    this.onStep(table, 'remove the copied rows from the coordinator');
    await this.session.query('SELECT truncate_local_data_after_distributing_table($1)', [table]);
  }

  private async addForeignKeys(): Promise<void> {
    for (;;) {
      const [next] = await this.session.query<{ statement: string | null; count: number }>(
        `SELECT postponed[1] AS statement, cardinality(postponed) AS count FROM ${MARK}`,
      );
      const statement = next?.statement;
      if (!statement) return;
      this.onStep('foreign keys', 'check and add', `${String(next.count)} left`);
      await this.transaction(async () => {
        await this.session.query(statement);
        await this.session.query(`UPDATE ${MARK} SET postponed = postponed[2:]`);
      });
    }
  }

  private async finish(): Promise<Distributed> {
    if (!(await this.isKnown(MARK))) await this.session.query(`SELECT citus_add_local_table_to_metadata('${MARK}')`);
    const rows: Record<string, number> = {};
    for (const table of [ROOMS.name, ...TABLES_OF_ROOMS]) {
      this.onStep(table, 'analyze');
      await this.session.query(`ANALYZE ${table}`);
      rows[table] = await this.count(table);
    }
    const [places] = await this.session.query<Pick<Distributed, 'workers' | 'shards'>>(
      `SELECT count(DISTINCT nodename || ':' || nodeport)::int AS workers, count(*)::int AS shards
       FROM citus_shards WHERE table_name = '${ROOMS.name}'::regclass`,
    );
    await this.session.query(`UPDATE ${MARK} SET finished_at = statement_timestamp() WHERE finished_at IS NULL`);
    return { rows, workers: places?.workers ?? 0, shards: places?.shards ?? 0 };
  }

  /** Whether Citus has the table in its metadata. */
  private async isKnown(table: string): Promise<boolean> {
    const [row] = await this.session.query<{ is: boolean }>(
      'SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass($1)) AS is',
      [table],
    );
    return row?.is === true;
  }

  private async count(table: string): Promise<number> {
    const [row] = await this.session.query<{ count: number }>(`SELECT count(*)::float8 AS count FROM ${table}`);
    return row?.count ?? 0;
  }

  /** Nothing else uses the tables, so there is no need to give a lock up. */
  private transaction(work: () => Promise<void>): Promise<void> {
    return this.session.transaction(async () => {
      await this.session.query('SET LOCAL lock_timeout = 0');
      await work();
    });
  }
}
