import { nextIndex } from './roving.js';

it.each([
  ['ArrowDown', 1, 2],
  ['ArrowDown', 4, 4],
  ['ArrowUp', 0, 0],
  ['ArrowLeft', 3, 2],
  ['Home', 3, 0],
  ['End', -1, 4],
  ['ArrowDown', -1, undefined],
  ['a', 2, undefined],
])('%s moves the focus from %i to %s', (key, at, next) => {
  expect(nextIndex(key, at, 5)).toBe(next);
  expect(nextIndex(key, at, 0)).toBeUndefined();
});
