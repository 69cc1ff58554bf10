import fc from 'fast-check';

import { jsonFromStored, storedJson, storedText, textFromStored } from './stored-text.js';

const troublesome = fc.string({ unit: fc.constantFrom('\u0000', '\u0001', '0', '1', 'a') });
const anyText = fc.oneof(fc.string({ unit: 'binary' }), troublesome);

describe('text in the database', () => {
  it('is restored unchanged, and contains no U+0000 in its stored form', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(storedText(text)).not.toContain('\u0000');
        expect(textFromStored(storedText(text))).toBe(text);
      }),
    );
  });

  it('is stored unchanged, except for two characters', () => {
    const text = 'a<b && c>d 👋 \u200fשלום\u0002\n';
    expect(storedText(text)).toBe(text);
  });
});

describe('JSON in the database', () => {
  it('is restored unchanged, including its keys', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.stringify(storedJson(plain))).not.toContain('\\u0000');
        expect(jsonFromStored(storedJson(plain))).toEqual(plain);
      }),
    );
  });
});
