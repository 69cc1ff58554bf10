import type { DatabaseAddress } from '../../../../src/platform/database/data-source.js';
import { GuardedClient } from '../../../../src/platform/database/guarded-client.js';

const CONNECT_TIMEOUT_MS = 5_000;

/** So that both databases write a value as the same text, and read it from that. */
const TEXT_FORMATS = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres';
  SET extra_float_digits = 1; SET bytea_output = 'hex'`;

/** A connection to one of the two databases of a move. Raw SQL, because the tables are read from the catalog. */
export class MoveConnection {
  private constructor(private readonly client: GuardedClient) {}

  /** @throws Error if the database cannot be reached */
  static async open(address: DatabaseAddress): Promise<MoveConnection> {
    const client = new GuardedClient({
      ...('url' in address
        ? { connectionString: address.url }
        : { ...address, user: 'postgres', database: 'postgres' }),
      application_name: 'parley move',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    await client.connect();
    await client.query(TEXT_FORMATS);
    return new MoveConnection(client);
  }

  async query<Row extends object>(statement: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(statement, [...parameters])).rows;
  }

  /** Runs work in a transaction. After an error the connection must be closed. */
  async transaction(work: () => Promise<void>): Promise<void> {
    await this.client.query('BEGIN');
    await work();
    await this.client.query('COMMIT');
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
