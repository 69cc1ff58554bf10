import { existsSync } from 'node:fs';

import { outcomeOf, parley } from '../support/command.js';
import { connected } from '../support/database.js';
import { emptyServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

let serviceData: ServiceData;

beforeEach(async () => {
  const empty = await emptyServiceData('postgres');
  // So that secrets would be created.
  serviceData = { ...empty, env: { ...empty.env, JWT_SECRET: '' } };
});
afterEach(() => serviceData.remove());

async function tables(): Promise<string[]> {
  const database = await connected(serviceData);
  const { rows } = await database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  await database.end();
  return rows.map(({ name }) => name);
}

const REFUSAL = 'The database of DATABASE_URL has no tables of Parley: create them with "parley migrate up".\n';

describe('a PostgreSQL database without tables', () => {
  it('stays as it is after a command that only reads or changes data', async () => {
    for (const words of [['users', 'list'], ['rooms', 'list', '--json'], ['tokens', 'issue', 'ada'], ['stats']]) {
      await expect(outcomeOf(serviceData, ...words)).resolves.toEqual({ code: 1, stdout: '', stderr: REFUSAL });
    }
    await expect(tables()).resolves.toEqual([]);
    expect(existsSync(serviceData.env.DATA_DIR!)).toBe(false);
  });

  it('stays without users after the states of the migrations were listed', async () => {
    const states = (await parley(serviceData, 'migrate', 'status')) as { applied: boolean }[];
    expect(states.filter(({ applied }) => applied)).toEqual([]);
    await expect(outcomeOf(serviceData, 'users', 'list')).resolves.toMatchObject({ code: 1, stderr: REFUSAL });
    await expect(tables()).resolves.not.toContain('users');
  });

  it.each([
    ['migrate up', ['migrate', 'up']],
    ['users create', ['users', 'create', 'ada', '--password', 'correct horse battery']],
  ])('gets its tables from parley %s', async (_, words) => {
    await parley(serviceData, ...words);
    await expect(tables()).resolves.toContain('users');
    await expect(outcomeOf(serviceData, 'users', 'list')).resolves.toMatchObject({ code: 0 });
  });
});
