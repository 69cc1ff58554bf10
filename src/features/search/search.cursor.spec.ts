import { decoded, encoded } from './search.cursor.js';
import type { SearchCursor } from './search.cursor.js';

const [newest, oldest, last] = ['3', '1', '2'].map((digit) => `01980000-0000-7000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];

describe('the cursor of message.search', () => {
  it.each<SearchCursor>([
    { below: oldest },
    { belowSeq: 7 },
    { newest, oldest, wholeWords: 0, last },
    { newest, oldest, wholeWords: 7, last },
  ])('decodes to the value that was encoded: %j', (cursor) => {
    expect(decoded(encoded(cursor))).toEqual(cursor);
    expect(encoded(cursor).length).toBeLessThanOrEqual(256);
  });

  it.each(
    [
      '',
      'x',
      '[]',
      '{}',
      '[-1]',
      '[1.5]',
      '["x"]',
      `["${newest}","${oldest}",-1,"${last}"]`,
      `["${newest}","${oldest}",0]`,
      `["${newest}",null]`,
    ].map((text) => [text]),
  )('is rejected if it is %s', (text) => {
    for (const given of [text, Buffer.from(text).toString('base64url')]) {
      expect(() => decoded(given)).toThrow(expect.objectContaining({ code: 4003 }) as Error);
    }
  });
});
