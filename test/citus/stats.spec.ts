import { parley } from '../support/command.js';
import { connected } from '../support/database.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

const SIZES = `
  SELECT pg_database_size(current_database())::float8 AS coordinator, (
    SELECT min(result::bigint)::float8 FROM run_command_on_workers('SELECT pg_database_size(current_database())')
  ) AS worker`;

describe('parley stats on a distributed database', () => {
  let serviceData: ServiceData;

  beforeAll(async () => {
    serviceData = await newServiceData();
  });
  afterAll(() => serviceData.remove());

  it('adds the sizes of the databases of all servers', async () => {
    const { database_bytes: bytes } = (await parley(serviceData, 'stats')) as { database_bytes: number };
    const database = await connected(serviceData);
    const { rows } = await database.query<{ coordinator: number; worker: number }>(SIZES);
    await database.end();
    expect(bytes).toBeGreaterThan(rows[0]!.coordinator + rows[0]!.worker);
  });
});
