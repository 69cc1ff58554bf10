import { inBatches } from './in-batches.js';

/** A step that handles these numbers. */
function stepOf(...numbers: number[]): { step: (most: number) => Promise<number>; readonly left: number[] } {
  return { step: () => Promise.resolve(numbers.shift() ?? 0), left: numbers };
}

describe('inBatches', () => {
  it('ends with the first batch that is not full, and returns the total', async () => {
    const { step, left } = stepOf(10, 10, 3, 10);
    expect(await inBatches(10, step)).toBe(23);
    expect(left).toEqual([10]);
  });

  it('ends before the next step if it may not continue', async () => {
    const { step, left } = stepOf(10, 10, 10);
    let steps = 0;
    expect(await inBatches(10, step, () => Promise.resolve((steps += 1) <= 2))).toBe(20);
    expect(left).toEqual([10]);
  });
});
