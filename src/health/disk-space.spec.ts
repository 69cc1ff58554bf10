import { isLittle } from './disk-space.js';

const MEBIBYTE = 1_024 * 1_024;

it.each([
  ['of a small disk, less than 100 MiB', 500, 99, 100],
  ['of any other, less than a twentieth', 10_000, 499, 500],
  ['of a large one, less than 1 GiB', 1_000_000, 1_023, 1_024],
])('little is %s', (_, size, little, enough) => {
  const isSo = (free: number): boolean => isLittle({ free: free * MEBIBYTE, size: size * MEBIBYTE });
  expect([isSo(0), isSo(little), isSo(enough), isSo(size)]).toEqual([true, true, false, false]);
});
