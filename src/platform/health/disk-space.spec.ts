import { isLittle } from './disk-space.js';

const MEBIBYTE = 1_024 * 1_024;

it.each([
  ['less than 100 MiB of a small disk', 500, 99, 100],
  ['less than 5 % of a medium disk', 10_000, 499, 500],
  ['less than 1 GiB of a large disk', 1_000_000, 1_023, 1_024],
])('disk space is low with %s', (_, size, little, enough) => {
  const isSo = (free: number): boolean => isLittle({ free: free * MEBIBYTE, size: size * MEBIBYTE });
  expect([isSo(0), isSo(little), isSo(enough), isSo(size)]).toEqual([true, true, false, false]);
});
