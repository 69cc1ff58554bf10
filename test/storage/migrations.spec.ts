import { drift, migrateToNothing, parley } from '../support/command.js';
import { revertibleData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

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
    await expect(parley(serviceData, 'migrate', 'up')).resolves.toEqual({
      ...{ applied: names, changed_keys: false, postponed_keys: false },
    });
    await expect(drift(serviceData)).resolves.toEqual([]);
    // Two steps for each migration.
  });
});
