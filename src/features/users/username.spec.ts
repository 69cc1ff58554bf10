import { usernameKey } from '@parley/protocol/text';

import { usernameFault } from './username.js';

describe('a username', () => {
  it.each([
    'a',
    'Alice',
    'alice.b+c-d_e@example.com',
    '7',
    'Müller',
    'Борис',
    '山田',
    'ألف',
    'हिन्दी',
    'İpek',
    'a'.repeat(150),
  ])('can be %s', (username) => expect(usernameFault(username)).toBeUndefined());

  it.each(['', ' ', 'a b', 'a\n', 'a\u0000', 'a/b', 'a,b', '<b>', '👋', 'a\uD800', 'a\u202Eb', 'a'.repeat(151), 'ﷺ'])(
    'cannot be %j',
    (username) => expect(usernameFault(username)).toBeDefined(),
  );

  it('is measured in code points, not in UTF-16 code units', () => {
    expect(usernameFault('𝒳'.repeat(150))).toBeUndefined();
    expect(usernameFault('𝒳'.repeat(151))).toBeDefined();
  });

  it('cannot be a placeholder name of a deleted user', () => {
    expect(usernameFault('Deleted-7')).toBeDefined();
    expect(usernameFault('deleted-seven')).toBeUndefined();
  });

  it('has the same key in every case and every Unicode form of its letters', () => {
    const alike = ['ÉMILE', 'émile', 'E\u0301mile', 'Ｅ\u0301mile'];
    expect(new Set(alike.map(usernameKey)).size).toBe(1);
    expect(usernameKey('emile')).not.toBe(usernameKey('émile'));
  });
});
