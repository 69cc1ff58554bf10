import fc from 'fast-check';

import { loggable } from './safe-record.js';

describe('text in a log', () => {
  it('is unchanged if it is harmless', () => {
    for (const text of ['', 'Ada sent "hi" \u{1F99C}', 'שלום', 'İstanbul', 'a\\nb']) expect(loggable(text)).toBe(text);
  });

  it.each([
    ['a\u001b[2Jb', 'a\\u001b[2Jb'],
    ['a\u009b2Jb', 'a\\u009b2Jb'],
    ['a\rb', 'a\\u000db'],
    ['a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
    ['a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
    ['a\u0000\u0007\u007fb', 'a\\u0000\\u0007\\u007fb'],
  ])('contains no control characters: %j', (text, shown) => expect(loggable(text)).toBe(shown));

  it('keeps the lines of a stack trace, none of which looks like a record', () => {
    const trace = 'Error: x\n[12:00:00.000] INFO: [Server] forged\n    at main.js:1';
    expect(loggable(trace)).toBe('Error: x\n    [12:00:00.000] INFO: [Server] forged\n    at main.js:1');
  });

  it('begins every line but the first with spaces, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const [, ...further] = loggable(text).split(/[\n\r\u0085\u2028\u2029]/);
        expect(further.every((line) => line.startsWith('    '))).toBe(true);
      }),
    );
  });
});
