import { Limits, limitsPart } from './limits.settings.js';
import { readConfig } from './read-config.js';

describe('the limits of several features', () => {
  it('have a bound of ids of one event whose messages fit in one answer', () => {
    const boundOf = (environment: Record<string, string>): number =>
      readConfig([limitsPart], environment).of(Limits).bulkIds;
    expect(boundOf({})).toBe(100);
    expect(boundOf({ MAX_BULK_IDS: '10000' })).toBe(255);
    expect(boundOf({ MAX_BULK_IDS: '10000', MAX_ANSWER_BYTES: '67108864' })).toBe(10_000);
    expect(boundOf({ MAX_ANSWER_BYTES: '65536' })).toBe(15);
  });
});
