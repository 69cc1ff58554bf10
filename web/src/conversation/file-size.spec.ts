import { sizeInWords } from './file-size.js';

it.each([
  [1, '1 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [3_400_000, '3.4 MB'],
  [2_500_000_000_000, '2,500 GB'],
])('says %i bytes as %s', (bytes, words) => {
  expect(sizeInWords(bytes, 'en')).toBe(words);
});
