import type { DataSource } from 'typeorm';
import pg from 'pg';

import { entities } from '../../src/features.js';
import { AutomaticCompaction } from '../../src/platform/database/compact/automatic-compaction.js';
import { Compaction } from '../../src/platform/database/compact/compaction.js';
import { Leaderships } from '../../src/platform/database/leases/leadership.js';
import { openDatabase } from '../../src/platform/database/open-database.js';
import type { OpenDatabase } from '../../src/platform/database/open-database.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { sizesOf } from '../support/stored-sizes.js';

const LEAST_BYTES = 524_288;

let serviceData: ServiceData;
let opened: OpenDatabase;
let database: pg.Client;

beforeAll(async () => {
  serviceData = await newServiceData();
  const url = serviceData.env.DATABASE_URL!;
  opened = await openDatabase(
    { database: { url, pooler: 'none', poolSize: 4 }, dataDir: serviceData.env.DATA_DIR! },
    entities,
    'server',
  );
  database = new pg.Client({ connectionString: url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await opened.close();
  await serviceData.remove();
});

const nodeOf = (source: DataSource): AutomaticCompaction =>
  new AutomaticCompaction(new Compaction(source, new Leaderships(source)));

/** Signals are stored, and all but the newest removed. */
async function leaveFreeSpace(): Promise<void> {
  await database.query(`
    INSERT INTO signals (kind, payload) SELECT 'x', json_build_object('n', n) FROM generate_series(1, 20000) n;
    DELETE FROM signals WHERE id < (SELECT max(id) - 2000 FROM signals)`);
}

const bytes = async (): Promise<number> =>
  Object.values(await sizesOf(database, 'signals')).reduce((sum, size) => sum + size, 0);

describe('the compaction of a server', () => {
  it('gives free space back without an operator, once a day for a table, and never less than its bound', async () => {
    await leaveFreeSpace();
    const before = await bytes();
    await nodeOf(opened.source).check(before * 2);
    expect(await bytes()).toBe(before);
    const node = nodeOf(opened.source);
    await node.check(LEAST_BYTES);
    const after = await bytes();
    expect(after).toBeLessThan(before / 3);
    const { rows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM signals');
    expect(rows).toEqual([{ count: 2_001 }]);

    await leaveFreeSpace();
    const again = await bytes();
    await node.check(LEAST_BYTES);
    expect(await bytes()).toBe(again);
  });

  it('is done by one node', async () => {
    await leaveFreeSpace();
    const before = await bytes();
    const other = new Leaderships(opened.source).create('storage compaction');
    await other.lead();
    await nodeOf(opened.source).check(LEAST_BYTES);
    expect(await bytes()).toBe(before);
    await other.giveUp();
    await nodeOf(opened.source).check(LEAST_BYTES);
    expect(await bytes()).toBeLessThan(before / 3);
  });

  it('moves no row of a table that refuses changes', async () => {
    await database.query(`INSERT INTO audit_entries (action) SELECT 'x' FROM generate_series(1, 20000)`);
    const compaction = new Compaction(opened.source, new Leaderships(opened.source));
    await database.query('ALTER TABLE audit_entries DISABLE TRIGGER append_only');
    await database.query('DELETE FROM audit_entries WHERE id < 18000');
    await database.query('ALTER TABLE audit_entries ENABLE TRIGGER append_only');
    const [table] = await compaction.run({ tables: ['audit_entries'] });
    expect(table).toMatchObject({ name: 'audit_entries', isCompacted: true, movedRows: 0 });
  });
});
