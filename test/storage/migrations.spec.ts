import { drift, migrateToNothing, parley } from '../support/command.js';
import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';

let place: Place;

beforeEach(async () => {
  place = await newPlace();
});
afterEach(() => place.remove());

describe('the migrations', () => {
  it('create the schema of the entities', async () => {
    await expect(drift(place)).resolves.toEqual([]);
  });

  it('can be reverted completely and applied again', async () => {
    const states = (await parley(place, 'migrate', 'status')) as { name: string; applied: boolean }[];
    const names = states.map(({ name }) => name);
    expect(states).toEqual(names.map((name) => ({ name, applied: true })));
    await expect(parley(place, 'migrate', 'down')).resolves.toEqual({ reverted: names.at(-1) });
    await expect(migrateToNothing(place)).resolves.toEqual(names.slice(0, -1).toReversed());
    expect((await drift(place)).length).toBeGreaterThan(0);
    await expect(parley(place, 'migrate', 'up')).resolves.toEqual({ applied: names });
    await expect(drift(place)).resolves.toEqual([]);
  });
});
