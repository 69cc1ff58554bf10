import fc from 'fast-check';

import { fitting } from './list-bytes.js';

const ANSWER_BYTES = 5_000;

describe('the entries that fit in an answer', () => {
  it('are the first ones, as many as fit beside its envelope, and at least one', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 500 })), (entries) => {
        const fit = fitting(entries, ANSWER_BYTES);
        const bytes = (count: number): number => Buffer.byteLength(JSON.stringify(entries.slice(0, count)));
        expect(fit).toEqual(entries.slice(0, fit.length));
        expect(fit.length).toBeGreaterThanOrEqual(Math.min(1, entries.length));
        if (fit.length > 1) expect(bytes(fit.length)).toBeLessThanOrEqual(ANSWER_BYTES - 4_096 + 1);
        if (fit.length < entries.length) expect(bytes(fit.length + 1)).toBeGreaterThan(ANSWER_BYTES - 4_096);
      }),
    );
  });
});
