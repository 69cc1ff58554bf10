import { nextIndex } from './roving.js';

it.each([
  ['ArrowDown', 1, 2],
  ['ArrowDown', 4, 4],
  ['ArrowUp', 0, 0],
  ['ArrowLeft', 3, 2],
  ['ArrowRight', 3, 4],
  ['Home', 3, 0],
  ['End', -1, 4],
  ['ArrowDown', -1, undefined],
  ['a', 2, undefined],
])('%s moves the focus from %i to %s', (key, at, next) => {
  expect(nextIndex(key, at, 5, 'ltr')).toBe(next);
  expect(nextIndex(key, at, 0, 'ltr')).toBeUndefined();
});

it.each([
  ['ArrowLeft', 4],
  ['ArrowRight', 2],
  ['ArrowDown', 4],
])('in a text from right to left %s moves the focus from 3 to %s', (key, next) => {
  expect(nextIndex(key, 3, 5, 'rtl')).toBe(next);
});
