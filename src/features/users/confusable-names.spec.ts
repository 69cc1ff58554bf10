import fc from 'fast-check';
import mapped from 'unhomoglyph';

import { caselessSkeleton, isOfOneScript, isVisible } from './confusable-names.js';

const skeleton = (name: string): string => caselessSkeleton(name, mapped);

it.each([
  ['a zero-width joiner', 'al\u200Dice'],
  ['a zero-width space', 'alice\u200B'],
  ['a soft hyphen', 'al\u00ADice'],
  ['a variation selector', 'alice\uFE0F'],
  ['a combining grapheme joiner', 'alice\u034F'],
  ['a Hangul filler', '\u3164alice'],
])('a name with %s is not visible as a whole', (_, name) => {
  expect(isVisible(name)).toBe(false);
  expect(isVisible('alice')).toBe(true);
});

it.each([
  'alice',
  'Zoë',
  'мария',
  'Ἀλέξανδρος',
  'हिन्दी',
  '王小明',
  'たなかカナ',
  'tanaka_田中たなか',
  '김민준',
  'kim김',
  'محمد123',
  'a.b-c+d@e_1',
])('the letters of %s are of one script, or of scripts that are written together', (name) => {
  expect(isOfOneScript(name)).toBe(true);
});

it.each([
  ['Latin and Cyrillic', 'p\u0430ypal'],
  ['Latin and Greek', 'alph\u03B1'],
  ['Latin and Cherokee', '\u13AAlice'],
  ['Han and Cyrillic', '王\u0430'],
  ['Hiragana and Hangul', 'たな김'],
  ['Latin and Gothic', 'a\u{10330}'],
])('the letters of a name are not of one script with %s', (_, name) => expect(isOfOneScript(name)).toBe(false));

it.each([
  ['Cyrillic and Latin letters', '\u0441\u043E\u0441\u043E', 'coco'],
  ['zero and o', 'b0b', 'bob'],
  ['one and l', 'a1ice', 'alice'],
  ['a capital I and l', 'AIice', 'alice'],
  ['rn and m', 'modern', 'modem'],
  ['forms of compatibility', '\uFF41lice', 'alice'],
  ['capitals that look the same', 'Coco', 'coco'],
])('names that differ by %s have the same skeleton', (_, one, other) => expect(skeleton(one)).toBe(skeleton(other)));

it('names that look different have different skeletons', () => {
  const names = ['alice', 'alicia', 'bob', 'мария', 'марина', 'jose', 'josé'];
  expect(new Set(names.map(skeleton)).size).toBe(names.length);
});

it('a name of ASCII characters is always possible, with a skeleton of at most 300 characters', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Z0-9@.+_-]{1,150}$/), (name) => {
      expect(Array.from(skeleton(name)).length).toBeLessThanOrEqual(300);
      expect(isOfOneScript(name) && isVisible(name)).toBe(true);
    }),
  );
});
