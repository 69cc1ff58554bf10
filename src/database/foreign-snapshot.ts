import pg from 'pg';

import { CannotStart } from '../config/index.js';
import { GuardedClient } from './guarded-client.js';

const CONNECT_TIMEOUT_MS = 5_000;

/** A PostgreSQL that is not ours, as it is at one moment: whatever is committed there meanwhile is not seen. */
export class ForeignSnapshot {
  private cursors = 0;

  private constructor(private readonly client: pg.Client) {}

  /**
   * @param url what it leaves out is taken from the variables and the password file that `psql` knows as well
   * @throws CannotStart where it cannot be reached
   */
  static async open(url: string): Promise<ForeignSnapshot> {
    try {
      const client = new GuardedClient({
        connectionString: url,
        application_name: 'parley import',
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        types: { getTypeParser: parserOf },
      });
      // What breaks the connection is told by the next question.
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

  /** The rows of a statement, no more of them in memory than `most`, which is how many come at once. */
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

/** A moment that no calendar of ours has, `infinity` or one before our era, is none. */
function parserOf(type: number, format?: string): Parser {
  const parse = usualParserOf(type, format);
  return type === TIMESTAMPTZ ? (text) => inOurCalendar(parse(text)) : parse;
}

function inOurCalendar(moment: unknown): Date | null {
  if (!(moment instanceof Date)) return null;
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= LAST_YEAR ? moment : null;
}
