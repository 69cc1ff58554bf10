import { limitOf, sinceOf, stateOf } from './list-options.js';

describe('the moment of --since', () => {
  it.each([
    ['2026-01-31T08:00:00Z', '2026-01-31T08:00:00.000Z'],
    ['999999999d', '1970-01-01T00:00:00.000Z'],
  ])('%s is %s', (time, is) => {
    expect(sinceOf(time).toISOString()).toBe(is);
  });

  it.each(['yesterday', '2026-13-45', '0d', '-1h', "'; --"])('is not %s', (time) => {
    expect(() => sinceOf(time)).toThrow('--since');
  });
});

describe('the count of --limit', () => {
  it.each([
    ['1', 1],
    ['1000000', 1_000_000],
  ])('%s is %s', (count, is) => {
    expect(limitOf(count)).toBe(is);
  });

  it.each(['0', '1000001', '-1', '1.5', '1e3', 'many', ''])('is not %s', (count) => {
    expect(() => limitOf(count)).toThrow('--limit must be a whole number from 1 to 1000000.');
  });
});

describe('the state of --state', () => {
  it('is one of those that there are', () => {
    expect(stateOf(['pending', 'sent'], 'sent')).toBe('sent');
    expect(() => stateOf(['pending', 'sent'], 'Sent')).toThrow('--state must be one of pending, sent.');
  });
});
