import { plainText } from './plain-text.js';

it.each([
  ['**bold** and *italic*, ~~old~~', 'bold and italic, old'],
  ['`code` and [named](https://a.example)', 'code and named'],
  ['see https://a.example/b_c_d', 'see https://a.example/b_c_d'],
  ['- one\n- **two**\n  1. three', 'one two three'],
  ['> quoted\n> more\n\nand said', 'quoted more and said'],
  ['```js\nlet a = 1;\n```', 'let a = 1;'],
  ['a\nb  c\td', 'a b c d'],
  ['\\*no\\* 2 * 3 * 4', '*no* 2 * 3 * 4'],
  ['- [x] done', '[x] done'],
  ['# no heading <b>', '# no heading <b>'],
  ['', ''],
])('the preview of %j is %j', (markdown, text) => {
  expect(plainText(markdown)).toBe(text);
  expect(plainText(markdown)).toBe(text);
});

it('the preview of a long text has its beginning', () => {
  const text = plainText('**word** '.repeat(100_000));
  expect(text).toMatch(/^word word/);
  expect(text.length).toBeLessThan(1_000);
});
