import { limitOf, sinceOf, stateOf, untilOf } from './list-options.js';

describe('sinceOf', () => {
  it.each([
    ['2026-01-31T08:00:00Z', '2026-01-31T08:00:00.000Z'],
    ['999999999d', '1970-01-01T00:00:00.000Z'],
  ])('parses %s as %s', (time, is) => expect(sinceOf(time).toISOString()).toBe(is));

  it.each(['yesterday', '2026-13-45', '2026-02-30', '2026-02-29T08:00:00Z', '3', '0d', '-1h', "'; --"])(
    'rejects %s',
    (time) => {
      expect(() => sinceOf(time)).toThrow('--since');
      expect(() => untilOf(time)).toThrow('--until');
    },
  );
});

describe('limitOf', () => {
  it.each([
    ['1', 1],
    ['1000000', 1_000_000],
  ])('parses %s as %s', (count, is) => expect(limitOf(count)).toBe(is));

  it.each(['0', '1000001', '-1', '1.5', '1e3', 'many', ''])('rejects %j', (count) => {
    expect(() => limitOf(count)).toThrow('--limit must be a whole number from 1 to 1000000.');
  });
});

describe('stateOf', () => {
  it('accepts only the given states', () => {
    expect(stateOf(['pending', 'sent'], 'sent')).toBe('sent');
    expect(() => stateOf(['pending', 'sent'], 'Sent')).toThrow('--state must be one of pending, sent.');
  });
});
