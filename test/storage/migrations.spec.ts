import { catalogues, drift, migrateToNothing, outcomeOf, parley } from '../support/command.js';
import { connected } from '../support/database.js';
import { emptyServiceData, revertibleData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';

let serviceData: ServiceData;

beforeEach(async () => {
  serviceData = await revertibleData();
});
afterEach(() => serviceData.remove());

describe('the migrations', () => {
  it('create the schema of the entities', async () => {
    await expect(drift(serviceData)).resolves.toEqual([]);
  });

  it('can be reverted completely and applied again', async () => {
    const states = (await parley(serviceData, 'migrate', 'status')) as { name: string; applied: boolean }[];
    const names = states.map(({ name }) => name);
    expect(states).toEqual(names.map((name) => ({ name, applied: true })));
    await expect(parley(serviceData, 'migrate', 'down', '--yes')).resolves.toEqual({ reverted: names.at(-1) });
    await expect(migrateToNothing(serviceData)).resolves.toEqual(names.slice(0, -1).toReversed());
    expect((await drift(serviceData)).length).toBeGreaterThan(0);
    await expect(parley(serviceData, 'migrate', 'up')).resolves.toEqual({ applied: names });
    await expect(drift(serviceData)).resolves.toEqual([]);
  });

  it('are reverted to a release in one call, after a summary of what that deletes', async () => {
    await parley(serviceData, 'users', 'create', 'ada', '--password', 'a kestrel over water');
    await parley(serviceData, 'users', 'set-role', 'ada', 'moderator');
    const states = (await parley(serviceData, 'migrate', 'status')) as { name: string }[];
    const names = states.map(({ name }) => name).toReversed();
    const after = (name: string): string[] => names.slice(0, names.indexOf(name));
    const { deletes } = (await parley(serviceData, 'migrate', 'down', '--to', '0.2', '--dry-run')) as {
      deletes: { table: string; column?: string; rows: number }[];
    };
    expect(deletes).toContainEqual({ table: 'epochs', rows: 1 });
    expect(deletes).toContainEqual({ table: 'users', column: 'role', rows: 1 });
    for (const [release, newest] of [
      ['0.3', 'Release03Tables1798400000000'],
      ['0.2', 'DeliveryRecords1795740000000'],
      ['0.1', 'MessageSearch1795600000000'],
    ] as const) {
      await expect(parley(serviceData, 'migrate', 'down', '--to', release, '--yes')).resolves.toEqual({
        reverted: after(newest),
      });
      await parley(serviceData, 'migrate', 'up');
    }
    await expect(drift(serviceData)).resolves.toEqual([]);
  });

  it('are not applied, and no program starts, if a newer release has marked the tables', async () => {
    const database = await connected(serviceData);
    const comments = `SELECT obj_description('migrations'::regclass, 'pg_class') AS comment`;
    const before = (await database.query<{ comment: string }>(comments)).rows[0]?.comment;
    expect(before).toBe('Parley 0.3 or newer is needed (1798400000000)');
    await database.query(`COMMENT ON TABLE migrations IS 'Parley 9.1 or newer is needed (4102444800000)'`);
    await database.end();
    const refusal = /^The database needs Parley 9\.1 or newer, and this is \S+: start that release, or /;
    for (const words of [
      ['users', 'list'],
      ['migrate', 'up'],
      ['migrate', 'down', '--yes'],
    ]) {
      const { code, stderr } = await outcomeOf(serviceData, ...words);
      expect([code, stderr]).toEqual([1, expect.stringMatching(refusal)]);
    }
    const { code, errors } = await Service.expectStartFailure({}, serviceData);
    expect([code, errors.trim().split('\n')]).toEqual([1, [expect.stringMatching(refusal)]]);
  });

  it('leave tables alone that a build of no release has made', async () => {
    const service = await Service.start({}, serviceData);
    const database = await connected(serviceData);
    await database.query(`
      DELETE FROM migrations WHERE name LIKE 'Release03%' OR name LIKE 'KeysByRoom%';
      INSERT INTO migrations (timestamp, name) VALUES (1798380000000, 'RoomHolds1798380000000')`);
    await database.end();
    await service.stop();
    const refusal =
      'A build of no release has made the tables (migration RoomHolds1798380000000): ' +
      'revert its migrations with "parley migrate down" of that build, or use an empty database.';
    const refused = { code: 1, stdout: '', stderr: `${refusal}\n` };
    for (const words of [
      ['migrate', 'up'],
      ['migrate', 'down', '--yes'],
      ['migrate', 'status'],
      ['users', 'list'],
    ])
      await expect(outcomeOf(serviceData, ...words)).resolves.toEqual(refused);
    const { code, errors } = await Service.expectStartFailure({}, serviceData);
    expect([code, errors.trim()]).toEqual([1, refusal]);
    await expect(drift(serviceData)).resolves.toEqual([]);
  });
});

/** A reversal makes some indexes again. @param catalogue of `catalogue.js` */
const withoutOrder = (catalogue: unknown): unknown =>
  Object.fromEntries(Object.entries(catalogue as object).filter(([name]) => name !== 'order of indexes'));

/**
 * On PostgreSQL and on the embedded database, of different major versions: the embedded one names every NOT NULL as a
 * constraint, which is renamed by none of its column's changes.
 */
describe('the baseline', () => {
  it('makes what the migrations make, and its reversal what release 0.2 has', async () => {
    const [one, other] = [await emptyServiceData(), await emptyServiceData()];
    try {
      const [byBaseline, byWalk] = [await catalogues(one, 'baseline'), await catalogues(other, 'walk')];
      expect(byBaseline.present).toEqual(byWalk.present);
      expect(withoutOrder(byBaseline.previous)).toEqual(withoutOrder(byWalk.previous));
      expect(byWalk.present).not.toEqual(byWalk.previous);
    } finally {
      await Promise.all([one.remove(), other.remove()]);
    }
  });
});
