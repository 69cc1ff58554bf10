import pg from 'pg';

import { CannotStart } from '../../../../src/platform/config/config.js';
import { GuardedClient } from '../../../../src/platform/database/guarded-client.js';

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * A snapshot of a foreign PostgreSQL: later commits are not visible. Raw SQL, because no entities describe its tables.
 */
export class ForeignSnapshot {
  private cursors = 0;

  private constructor(private readonly client: pg.Client) {}

  /**
   * @param url missing parts are taken from the environment variables and the password file of `psql`
   * @throws CannotStart if it cannot be reached
   */
  static async open(url: string): Promise<ForeignSnapshot> {
    try {
      const client = new GuardedClient({
        connectionString: url,
        application_name: 'parley import',
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        types: { getTypeParser: parserOf },
      });
      // A broken connection is reported by the next query.
      client.on('error', () => undefined);
      await client.connect();
      await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return new ForeignSnapshot(client);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CannotStart(`The database to import from cannot be read: ${reason}.`);
    }
  }

  async query<Row extends object>(statement: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(statement, [...parameters])).rows;
  }

  /** The rows of a statement, in batches of `most`. */
  async *stream<Row extends object>(
    statement: string,
    parameters: readonly unknown[],
    most: number,
  ): AsyncGenerator<Row[]> {
    const cursor = `rows_${String(++this.cursors)}`;
    await this.client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${statement}`, [...parameters]);
    for (;;) {
      const { rows } = await this.client.query<Row>(`FETCH ${String(most)} FROM ${cursor}`);
      if (rows.length === 0) break;
      yield rows;
    }
    await this.client.query(`CLOSE ${cursor}`);
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

type Parser = (text: string) => unknown;

const TIMESTAMPTZ = 1_184;
const LAST_YEAR = 9_999;
const usualParserOf = pg.types.getTypeParser as (type: number, format?: string) => Parser;

/** A time outside of the supported calendar, such as `infinity` or one BC, becomes null. */
function parserOf(type: number, format?: string): Parser {
  const parse = usualParserOf(type, format);
  return type === TIMESTAMPTZ ? (text) => inOurCalendar(parse(text)) : parse;
}

function inOurCalendar(moment: unknown): Date | null {
  if (!(moment instanceof Date)) return null;
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= LAST_YEAR ? moment : null;
}
