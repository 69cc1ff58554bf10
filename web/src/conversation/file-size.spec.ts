import { formatFileSize } from './file-size.js';

it.each([
  ['en', 0, '0 bytes'],
  ['en', 1, '1 byte'],
  ['en', 192, '192 bytes'],
  ['en', 1_000, '1 kB'],
  ['en', 3_400_000, '3.4 MB'],
  ['en', 2_500_000_000_000, '2,500 GB'],
  ['de', 192, '192 Byte'],
  ['de', 3_400_000, '3,4 MB'],
  ['es', 192, '192 bytes'],
  ['ja', 192, '192 バイト'],
  ['ar', 192, '192 بايت'],
])('formats in %s %i bytes as %s', (locale, bytes, words) => expect(formatFileSize(bytes, locale)).toBe(words));
