import { drift, parley } from '../support/command.js';
import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';

let place: Place;

beforeEach(async () => {
  place = await newPlace();
});
afterEach(() => place.remove());

describe('the migrations', () => {
  it('make what the entities say', async () => {
    await expect(drift(place)).resolves.toEqual([]);
  });

  it('can be taken back to nothing and applied again', async () => {
    const states = (await parley(place, 'migrate', 'status')) as { name: string; applied: boolean }[];
    const names = states.map(({ name }) => name);
    expect(states).toEqual(names.map((name) => ({ name, applied: true })));
    for (const name of names.toReversed()) {
      await expect(parley(place, 'migrate', 'down')).resolves.toEqual({ reverted: name });
    }
    expect((await drift(place)).length).toBeGreaterThan(0);
    await expect(parley(place, 'migrate', 'up')).resolves.toEqual({ applied: names });
    await expect(drift(place)).resolves.toEqual([]);
  });
});
