/**
 * Repeats a step until its batch is not full.
 * @param step handles at most this number, and returns the number that it has handled
 * @param mayContinue asked before each step
 * @returns the total number
 */
export async function inBatches(
  size: number,
  step: (most: number) => Promise<number>,
  mayContinue: () => boolean | Promise<boolean> = () => true,
): Promise<number> {
  let total = 0;
  let handled = size;
  while (handled === size && (await mayContinue())) {
    handled = await step(size);
    total += handled;
  }
  return total;
}
