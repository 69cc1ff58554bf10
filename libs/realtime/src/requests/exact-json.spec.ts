import fc from 'fast-check';

import { isKept, mayLoseDigits, parseExactly } from './exact-json.js';

describe('parseExactly', () => {
  it('parses every JSON text that JavaScript writes as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseExactly(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps every double as it was written', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(parseExactly(`[${JSON.stringify(number)}]`)).toEqual(JSON.parse(`[${JSON.stringify(number)}]`));
      }),
    );
  });

  it('keeps an integer of any length only if JavaScript writes it so again', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (integer) => {
        const [parsed] = parseExactly(`[${String(integer)}]`) as [number];
        expect(parsed).toBe(String(Number(integer)) === String(integer) ? Number(integer) : Infinity);
      }),
    );
  });

  it.each([
    ['9007199254740993', Infinity],
    ['-9007199254740993', Infinity],
    ['9007199254740992', 9_007_199_254_740_992],
    ['1152921504606846976', Infinity],
    ['1152921504606847000', 2 ** 60],
    ['0.30000000000000004', 0.1 + 0.2],
    ['0.1000000000000000055511151231257827', Infinity],
    ['1.50000000000000000000', 1.5],
    ['100000000000000000000', 1e20],
    ['1e-400', Infinity],
    ['0e-400', 0],
    ['0.00000000000000000000', 0],
  ])('parses %s to %d', (text, number) => expect(parseExactly(`{"at":[${text}]}`)).toEqual({ at: [number] }));

  it('changes no text, whatever digits and quotation marks are in it', () => {
    const text = '{"9007199254740993":"9007199254740993 \\" 9007199254740993 \\\\","b":9007199254740993}';
    expect(parseExactly(text)).toEqual({ ...(JSON.parse(text) as object), b: Infinity });
  });

  it.each(['{"a":9007199254740993.1.1}', '{"a":00009007199254740993}', '["9007199254740993', '9007199254740993-1'])(
    'refuses what is not JSON: %s',
    (text) => expect(() => parseExactly(text)).toThrow(SyntaxError),
  );

  it('takes time in proportion to the text', () => {
    const text = `["${'\\"'.repeat(30_000)}",1${'0'.repeat(60_000)}1]`;
    const start = performance.now();
    expect((parseExactly(text) as unknown[])[1]).toBe(Infinity);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe('mayLoseDigits', () => {
  it('finds 16 digits and points in a row anywhere, and small exponents', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0179.ae-E "'.split('')), maxLength: 80 }), (text) => {
        expect(mayLoseDigits(text)).toBe(/[\d.]{16}|\d[eE]-\d{3}/.test(text));
      }),
    );
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 12, max: 20 }), (before, digits) => {
        expect(mayLoseDigits(`${' '.repeat(before)}${'7'.repeat(digits)} `)).toBe(digits >= 16);
      }),
    );
  });
});

describe('isKept', () => {
  it.each(['1', '1.0', '10e-1', '0.1e1', '-0'])('is true for %s, which has few digits', (number) => {
    expect(isKept(number)).toBe(true);
  });
});
