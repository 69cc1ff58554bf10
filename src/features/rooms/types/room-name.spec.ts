import { validated } from '@parley/realtime/requests';

import { SettingsRequest } from './room-fields.js';

const faultsOf = (name: string): unknown => {
  try {
    validated(SettingsRequest, { name });
    return undefined;
  } catch (error) {
    return (error as { detail: { name: string[] } }).detail.name[0];
  }
};

describe('the name of a room', () => {
  it.each(['\u200b', '\u3164', '\u2800', '\u202e', '\u00ad', ' '])('is not %j, of which nothing is seen', (name) => {
    expect(faultsOf(name)).toBe('Must not be blank.');
  });

  it.each(['a\nb', 'a\tb', 'a\u001b', 'a\u0085b', 'a\u2028b'])('is not %j, which is not one line', (name) => {
    expect(faultsOf(name)).toBe('Must be one line of text.');
  });

  it.each(['', 'x'.repeat(65)])('is not %j, which is too short or too long', (name) => {
    expect(faultsOf(name)).toBe('Must be a text of 1 to 64 characters.');
  });

  it('is any other text', () => {
    for (const name of ['a', '🎉', 'می\u200cخواهم', ' a b ']) expect(faultsOf(name)).toBeUndefined();
  });
});
