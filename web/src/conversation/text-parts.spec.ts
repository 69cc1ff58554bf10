import { partsOf } from './text-parts.js';

const addresses = (text: string) => partsOf(text).flatMap(({ href }) => href ?? []);

it('finds http links without the punctuation after them', () => {
  expect(addresses('See https://example.com/a?b=c#d, or (http://example.org/x).')).toEqual([
    'https://example.com/a?b=c#d',
    'http://example.org/x',
  ]);
});

it('other schemes than http and https are not links', () => {
  expect(addresses('javascript:alert(1) data:text/html,x ftp://example.com https:// //example.com')).toEqual([]);
});

it.each(['', 'no address', 'https://example.com', ' a\n b https://a.example b ', '<b>http://a.example</b>'])(
  'the parts of %j are the complete text',
  (text) => {
    expect(
      partsOf(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  },
);
