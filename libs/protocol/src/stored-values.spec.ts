import { isShortNumber, isStorable, momentOf } from './stored-values.js';

describe('isShortNumber', () => {
  it.each([0, -1.5, 1e20, -1e19, 9_007_199_254_740_991, 0.1 + 0.2, 1e-7, 1e-19, -1e-18, 1.5e-18])(
    'accepts a number that takes at most 21 characters in full: %s',
    (value) => expect(isShortNumber(value)).toBe(true),
  );

  it.each([1e21, -1e20, 1e308, -1e308, 1e-20, -1e-19, 1.5e-19, 5e-324, Infinity, -Infinity, NaN])(
    'rejects a number that is longer in full, or not finite: %s',
    (value) => expect(isShortNumber(value)).toBe(false),
  );
});

describe('momentOf', () => {
  it.each([
    '2027-02-30T10:00:00Z',
    '2027-02-29T10:00:00Z',
    '2100-02-29T10:00:00Z',
    '2027-04-31T23:59:59+02:00',
    '2027-06-31T00:00:00-05:00',
    '2027-09-31t00:00:00z',
    '2027-11-31T00:00:00.5Z',
    '2027-02-31T23:00:00-12:00',
    '2027-00-10T10:00:00Z',
    '2027-13-10T10:00:00Z',
    '2027-01-00T10:00:00Z',
    '2027-01-32T10:00:00Z',
    '2027-01-01T24:00:00Z',
    '2027-01-01T25:00:00Z',
    '2027-01-01T10:60:00Z',
    '2027-01-01T10:00:60Z',
    '2027-01-01T10:00:00+24:00',
    '2027-01-01T10:00:00+01:60',
    '2027-01-01T10:00:00',
    '2027-01-01',
    '2027-01-01T10:00Z',
    '+012027-01-01T10:00:00Z',
    '',
  ])('refuses %j', (text) => expect(momentOf(text)).toBeUndefined());

  it.each([
    ['2028-02-29T10:00:00Z', '2028-02-29T10:00:00.000Z'],
    ['2027-02-28T23:30:00-01:00', '2027-03-01T00:30:00.000Z'],
    ['2027-03-01t00:30:00.123456789+01:00', '2027-02-28T23:30:00.123Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999z', '9999-12-31T23:59:59.999Z'],
  ])('returns the time of %j', (text, time) => expect(momentOf(text)?.toISOString()).toBe(time));

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'])(
    'returns the time of %j, which cannot be stored',
    (text) => expect(isStorable(momentOf(text)!)).toBe(false),
  );

  it('returns every day of four centuries', () => {
    for (let at = Date.parse('1800-01-01T12:00:00Z'); at < Date.parse('2200-01-01T00:00:00Z'); at += 86_400_000) {
      expect(momentOf(new Date(at).toISOString())?.getTime()).toBe(at);
    }
  });
});
