import { highlighted } from './highlighting.js';

it('splits code into its parts, without a change', () => {
  const code = 'const a = "b"; // c\n';
  const parts = highlighted(code, 'js') ?? [];
  expect(parts.map(({ text }) => text).join('')).toBe(code);
  expect(parts.filter(({ className }) => className).map(({ text, className }) => [text, className])).toEqual([
    ['const', 'hljs-keyword'],
    ['"b"', 'hljs-string'],
    ['// c', 'hljs-comment'],
  ]);
});

it('does not know every language', () => expect(highlighted('a', 'no such language')).toBeUndefined());
