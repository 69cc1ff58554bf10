import type pg from 'pg';

import { connected } from '../support/database.js';
import { differences, TYPES } from '../support/described-statements.js';
import type { Described } from '../support/described-statements.js';
import { newServiceData } from '../support/service-data.js';
import { composedStatements } from './composed-statements.js';

/** The protocol of the driver below its queries. */
interface Connection {
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
  parse(message: { name: string; text: string }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

let client: pg.Client;

beforeAll(async () => {
  client = await connected(await newServiceData());
});
afterAll(() => client.end());

/** Has the database parse a statement, and does not run it. @param nullable columns, as their table and number */
function describeStatement(text: string, nullable: ReadonlySet<string>): Promise<Described> {
  return new Promise((resolve, reject) => {
    const { connection } = client as unknown as { connection: Connection };
    let parameters: readonly number[] = [];
    let fields: readonly Field[] = [];
    const description = {
      submit: () => {
        connection.once('parameterDescription', ({ dataTypeIDs }) => (parameters = dataTypeIDs));
        connection.parse({ name: '', text });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription: (message: { fields: readonly Field[] }) => (fields = message.fields),
      handleError: reject,
      handleReadyForQuery: () => {
        const columns = fields.map(({ name, dataTypeID, tableID, columnID }) => {
          return { name, type: dataTypeID, mayBeNull: nullable.has(`${String(tableID)} ${String(columnID)}`) };
        });
        resolve({ parameters, columns });
      },
    };
    client.query(description as unknown as pg.Submittable);
  });
}

it('the statements have the types that PostgreSQL gives them', async () => {
  const types = await client.query<{ oid: number; name: string }>(TYPES);
  const columns = await client.query<{ at: string }>(
    "SELECT attrelid || ' ' || attnum AS at FROM pg_attribute WHERE attnum > 0 AND NOT attnotnull",
  );
  const nullable = new Set(columns.rows.map(({ at }) => at));
  const names = new Map(types.rows.map(({ oid, name }) => [oid, name]));
  const found = await differences(names, (text) => describeStatement(text, nullable), composedStatements());
  expect(found).toEqual({});
});
