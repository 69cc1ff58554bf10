import fc from 'fast-check';

import { known, tokensOf } from './markdown-tokens.js';
import type { TextToken } from './markdown-tokens.js';

const childrenOf = (token: TextToken): readonly TextToken[] => {
  if (token.type === 'list') return token.items;
  return 'tokens' in token ? known(token.tokens ?? []) : [];
};

const flat = (tokens: readonly TextToken[]): readonly TextToken[] =>
  tokens.flatMap((token) => [token, ...flat(childrenOf(token))]);

/** The types of all tokens of a text, without those of plain text. */
const typesOf = (text: string, names?: ReadonlySet<string>): string[] =>
  flat(tokensOf(text, names) ?? [])
    .map(({ type }) => type)
    .filter((type) => !['paragraph', 'text', 'space'].includes(type));

it.each([
  ['**a**', ['strong']],
  ['*a* and _b_', ['em', 'em']],
  ['~~a~~', ['del']],
  ['`a`', ['codespan']],
  ['```js\na\n```', ['code']],
  ['> a', ['blockquote']],
  ['- a\n- b', ['list', 'list_item', 'list_item']],
  ['1. a', ['list', 'list_item']],
  ['[a](https://a.example)', ['link']],
  ['See https://a.example.', ['link']],
  ['a\nb', ['br']],
  ['**重要：**请看', ['strong']],
  ['请看**「重要」**内容', ['strong']],
  ['**한국어(Korean)**은', ['strong']],
  ['*（注）*です ~~「旧」~~新', ['em', 'del']],
  ['**นี่ครับ!**ดู', ['strong']],
  ['**重要：`a`。**请看 **b**', ['strong', 'codespan', 'strong']],
  ['重要**：请看', []],
  ['**a:**b', []],
  [String.raw`\*a\*`, ['escape', 'escape']],
])('%j is formatted', (text, types) => expect(typesOf(text)).toEqual(types));

it.each([
  '# a',
  '---',
  '<b onclick="x()">a</b>',
  '<script>a</script>',
  '| a |\n| - |\n| b |',
  '[a]: b',
  '    a',
  'snake_case_name',
  '2 * 3 * 4',
  '&lt;b&gt;',
])('%j is text', (text) => expect(typesOf(text).filter((type) => type !== 'br')).toEqual([]));

it.each([
  ['Hello @ann', ['@ann']],
  ['@ANN, and @bob.', ['@ANN', '@bob']],
  ['**@ann**', ['@ann']],
  ['@ann.lee.', ['@ann.lee']],
  ['@anna @carol', []],
  ['`@ann`', []],
  ['@ann，你好 @bob。', ['@ann', '@bob']],
])('the mentions in %j are %j', (text, mentions) => {
  const tokens = flat(tokensOf(text, new Set(['ann', 'bob', 'ann.lee'])) ?? []);
  expect(tokens.filter(({ type }) => type === 'mention').map(({ raw }) => raw)).toEqual(mentions);
});

it.each([
  ['见 https://h.example/abc。谢谢', ['https://h.example/abc']],
  [
    '（https://h.example/wiki/北京）， www.h.example/abc」と a@h.example。',
    ['https://h.example/wiki/北京', 'http://www.h.example/abc', 'mailto:a@h.example'],
  ],
  ['https://h.example/abc\u200bhidden https://h.example/abc.…', ['https://h.example/abc', 'https://h.example/abc']],
])('the links in %j are %j', (text, links) => {
  const tokens = flat(tokensOf(text) ?? []);
  expect(tokens.flatMap((token) => (token.type === 'link' ? token.href : []))).toEqual(links);
});

it('names are mentions in their own text alone', () => {
  tokensOf('@ann', new Set(['ann']));
  expect(typesOf('@ann')).toEqual([]);
});

const SYNTAX = [
  '*',
  '_',
  '~',
  '`',
  '>',
  '-',
  '[',
  ']',
  '(',
  ')',
  '!',
  '<',
  '&',
  '@',
  '#',
  '|',
  '\\',
  '\n',
  '\n\n',
  '  ',
  '1. ',
  '```',
  'https://a.example',
  'word',
  '@ann',
];

it('no text loses a character that is not white space', () => {
  const written = (text: string): string => text.replaceAll(/\s/g, '');
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...SYNTAX), { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      const tokens = tokensOf(text, new Set(['ann'])) ?? [];
      expect(written(tokens.map(({ raw }) => raw).join(''))).toBe(written(text));
    }),
    { numRuns: 500 },
  );
});

const filled = (text: string): string => text.repeat(Math.floor(10_000 / text.length));

it.each(['*', '_', '- ', '```\n', '`', '<a ', 'http://', '@a@', '\n', String.raw`\\`])(
  'a message of nothing but %j is parsed',
  (text) => expect(tokensOf(filled(text))).not.toBeNull(),
);

it.each(['*a* '.repeat(10_000), filled('> '), filled('_a'), filled('[a]('), filled('~~a ')])(
  'a text that is too long, or has too much syntax, is not formatted',
  (text) => expect(tokensOf(text)).toBeNull(),
);
