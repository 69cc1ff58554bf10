import pg from 'pg';

import type { Statement } from './postgres-messages.js';

/** The work of PostgreSQL for a statement. */
interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** From the sixth run on, PostgreSQL may use one plan for all parameters. */
const RUNS = 7;

/** The class of violated keys. */
const INTEGRITY = '23';

/** The options of the connections of a service. */
const OPTIONS = '-c jit=off -c random_page_cost=1.1';

/**
 * Runs statements again as a connection of the service would run them, in a copy of its database, so that they find it
 * as it was before their request.
 */
export class StatementMeter {
  private constructor(
    private readonly admin: pg.Client,
    private readonly name: string,
    private readonly database: pg.Client,
  ) {}

  /** Copies a database to which nobody is connected. */
  static async copy(databaseUrl: string): Promise<StatementMeter> {
    const source = new URL(databaseUrl).pathname.slice(1);
    const name = `${source}_copy`;
    const [admin, copy] = ['/postgres', `/${name}`].map((path) =>
      Object.assign(new URL(databaseUrl), { pathname: path }),
    );
    const adminClient = new pg.Client({ connectionString: admin!.href });
    await adminClient.connect();
    await adminClient.query(`CREATE DATABASE ${name} TEMPLATE ${source}`);
    const database = new pg.Client({
      connectionString: copy!.href,
      options: OPTIONS,
    });
    await database.connect();
    return new StatementMeter(adminClient, name, database);
  }

  async end(): Promise<void> {
    await this.database.end();
    await this.admin.query(`DROP DATABASE ${this.name}`);
    await this.admin.end();
  }

  /**
   * The pages that the statement touches in its seventh run, by the plans that its connection would make.
   * @returns undefined if it writes what only fits after an earlier request
   */
  async buffers({ name, text, values }: Statement): Promise<number | undefined> {
    const mode = name === '' ? 'force_custom_plan' : 'auto';
    await this.database.query('BEGIN');
    try {
      await this.database.query(`SET LOCAL plan_cache_mode = ${mode}`);
      await this.database.query(`PREPARE measured AS ${text}`);
      const given = values.map((value) => (value === null ? 'NULL' : pg.escapeLiteral(value)));
      const execute = given.length === 0 ? 'measured' : `measured (${given.join(', ')})`;
      let found = 0;
      for (let run = 0; run < RUNS; run += 1) found = await this.run(`EXECUTE ${execute}`);
      return found;
    } catch (error) {
      if ((error as { code?: string }).code?.startsWith(INTEGRITY)) return undefined;
      throw error;
    } finally {
      await this.database.query('ROLLBACK');
      await this.database.query('DEALLOCATE ALL');
    }
  }

  private async run(statement: string): Promise<number> {
    await this.database.query('SAVEPOINT before');
    const { rows } = await this.database.query<{
      'QUERY PLAN': [{ Plan: Plan }];
    }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`);
    await this.database.query('ROLLBACK TO before');
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
}
