import type pg from 'pg';

import { drift, parley } from '../support/command.js';
import { connected } from '../support/database.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

const NAMES = ['rooms_public_channel_name_idx', 'users_names_idx', 'users_username_beginning_idx'];

let serviceData: ServiceData;
let database: pg.Client;

beforeEach(async () => {
  serviceData = await newServiceData();
  database = await connected(serviceData);
});
afterEach(async () => {
  await database.end();
  await serviceData.remove();
});

async function validIndexes(): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relname = ANY ($1) AND i.indisvalid ORDER BY name`,
    [NAMES],
  );
  return rows.map(({ name }) => name);
}

describe('the indexes of the directories', () => {
  it('are created by the migrations', async () => {
    await expect(validIndexes()).resolves.toEqual(NAMES);
    await expect(drift(serviceData)).resolves.toEqual([]);
  });

  it('that a migration left out, or whose creation was stopped, are created by parley migrate up', async () => {
    await database.query(`DROP INDEX ${NAMES[0]!}`);
    await database.query('UPDATE pg_index SET indisvalid = false WHERE indexrelid = $1::regclass', [NAMES[1]]);
    await expect(validIndexes()).resolves.toEqual([NAMES[2]]);
    await parley(serviceData, 'migrate', 'up');
    await expect(validIndexes()).resolves.toEqual(NAMES);
  });
});
