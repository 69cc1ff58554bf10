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
    const states = (): Promise<{ applied: boolean }[]> =>
      parley(place, 'migrate', 'status') as Promise<{ applied: boolean }[]>;
    const { length } = await states();
    for (let left = length; left > 0; left -= 1) {
      expect((await states()).filter(({ applied }) => applied)).toHaveLength(left);
      await parley(place, 'migrate', 'down');
    }
    expect((await states()).filter(({ applied }) => applied)).toEqual([]);
    expect((await drift(place)).length).toBeGreaterThan(0);
    await parley(place, 'migrate', 'up');
    expect((await states()).filter(({ applied }) => !applied)).toEqual([]);
    await expect(drift(place)).resolves.toEqual([]);
  });
});
