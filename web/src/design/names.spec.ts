import { hueOf, initialsOf } from './hue.js';
import { nextIndex } from './roving.js';

it.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Jean-Luc van der Berg', 'JB'],
  ['günther_ümit', 'GÜ'],
  ['😀 grin', '😀G'],
  ['  ', '?'],
])('%j has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it('gives a name the same colour each time, and names different ones', () => {
  const names = ['Ada', 'Bob', 'Carol', 'Dave', 'Erin', 'Frank', 'Grace', 'Heidi'];
  expect(names.map(hueOf)).toEqual(names.map(hueOf));
  expect(new Set(names.map(hueOf)).size).toBeGreaterThan(3);
  for (const name of names) expect(hueOf(name)).toBeLessThan(10);
});

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
