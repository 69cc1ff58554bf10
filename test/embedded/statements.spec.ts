import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { join } from 'node:path';

import { declaredStatements, differences, TYPES } from '../support/described-statements.js';
import { newServiceData } from '../support/service-data.js';

it('the statements have the types that the embedded database gives them', async () => {
  const { env } = await newServiceData('embedded');
  const database = await PGlite.create(join(env.DATA_DIR!, 'database'), { extensions: { pg_trgm } });
  try {
    const { rows } = await database.query<{ oid: number; name: string }>(TYPES);
    const names = new Map(rows.map(({ oid, name }) => [oid, name]));
    const found = await differences(names, async (text) => {
      const { queryParams, resultFields } = await database.describeQuery(text);
      return {
        parameters: queryParams.map(({ dataTypeID }) => dataTypeID),
        columns: resultFields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })),
      };
    });
    expect(found).toEqual({});
  } finally {
    await database.close();
  }
});

it('each statement has a text of its own', async () => {
  const names = new Map<string, string[]>();
  for (const { name, text } of await declaredStatements()) {
    const folded = text.replace(/\s+/g, ' ').trim();
    names.set(folded, [...(names.get(folded) ?? []), name]);
  }
  expect([...names.values()].filter(({ length }) => length > 1)).toEqual([]);
});
