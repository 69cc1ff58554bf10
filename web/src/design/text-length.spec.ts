import { charactersLeft } from './text-length.js';

it.each([
  ['', null],
  ['x'.repeat(89), null],
  ['x'.repeat(90), 10],
  ['x'.repeat(100), 0],
  ['x'.repeat(101), -1],
  [` ${'x'.repeat(100)} `, 0],
  ['🦜'.repeat(80), null],
  ['🦜'.repeat(101), -1],
])('of 100 characters, %j leaves %j', (text, left) => expect(charactersLeft(text, 100)).toBe(left));
