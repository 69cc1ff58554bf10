import { nameTextFault, seenForm } from './visible.js';

describe('a name', () => {
  it.each([
    '',
    ' ',
    '\u00a0',
    '\u3000',
    '\u2003',
    '\u1680',
    '\t',
    '\n',
    '\u200b',
    '\u3164',
    '\uffa0',
    '\u115f',
    '\u1160',
    '\u2800',
    '\u202e',
    '\u00ad',
    '\u2060',
    '\ufeff',
    '\u200d\u200c',
    '\u180e',
    '\u034f',
    '\u061c',
    '\ufe0f',
    '\u{e0020}',
    '\u{1d173}',
    '\u{1d159}',
    '\ufffc',
    '\u0301',
    '\ufff9',
    ' \u200b\u2800 ',
  ])('is not %j, of which nothing is seen', (text) => expect(nameTextFault(text)).toBe('Must not be blank.'));

  it.each([
    'a\nb',
    'a\tb',
    'a\u001bb',
    'a\u0085b',
    'a\u2028b',
    'a\u2029b',
    'a\u0000',
    'a\rb',
    'a\vb',
    'a\u007f',
    'a\ud800',
  ])('is not %j, which is not one line', (text) => expect(nameTextFault(text)).toBe('Must be one line of text.'));

  it.each(['a', '.', '🎉', '❤️', 'é', 'e\u0301', '한', 'می\u200cخواهم', 'हिन्दी', ' a ', '\ue000', '½', '-'])(
    'is %j',
    (text) => expect(nameTextFault(text)).toBeUndefined(),
  );
});

it('texts that look the same have one form', () => {
  expect(new Set(['a b', 'a\u200b b', ' a  b ', 'a\u00a0b', 'a\u00ad b'].map(seenForm)).size).toBe(1);
  expect(seenForm('e\u0301')).toBe(seenForm('\u00e9'));
  expect(seenForm('A')).not.toBe(seenForm('a'));
});
