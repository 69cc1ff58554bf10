import { formatFileSize } from './file-size.js';

it.each([
  [1, '1 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [3_400_000, '3.4 MB'],
  [2_500_000_000_000, '2,500 GB'],
])('formats %i bytes as %s', (bytes, words) => {
  expect(formatFileSize(bytes, 'en')).toBe(words);
});
