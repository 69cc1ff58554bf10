import { hueOf, initialsOf } from './hue.js';

it.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Jean-Luc van der Berg', 'JB'],
  ['günther_ümit', 'GÜ'],
  ['😀 grin', '😀G'],
  ['  ', '?'],
])('the initials of %j are %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

it('a name has always the same colour, and names have several colours', () => {
  const names = ['Ada', 'Bob', 'Carol', 'Dave', 'Erin', 'Frank', 'Grace', 'Heidi'];
  expect(names.map(hueOf)).toEqual(names.map(hueOf));
  expect(new Set(names.map(hueOf)).size).toBeGreaterThan(3);
  for (const name of names) expect(hueOf(name)).toBeLessThan(10);
});
