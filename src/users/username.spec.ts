import { usernameFault, usernameKey } from './username.js';

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
  ])('may be %s', (username) => {
    expect(usernameFault(username)).toBeUndefined();
  });

  it.each(['', ' ', 'a b', 'a\n', 'a\u0000', 'a/b', 'a,b', '<b>', '👋', 'a\uD800', 'a\u202Eb', 'a'.repeat(151), 'ﷺ'])(
    'may not be %j',
    (username) => {
      expect(usernameFault(username)).toBeDefined();
    },
  );

  it('is measured in characters, whatever they are made of', () => {
    expect(usernameFault('𝒳'.repeat(150))).toBeUndefined();
    expect(usernameFault('𝒳'.repeat(151))).toBeDefined();
  });

  it('may not be one that deleted users are given', () => {
    expect(usernameFault('Deleted-7')).toBeDefined();
    expect(usernameFault('deleted-seven')).toBeUndefined();
  });

  it('is the same in every case and every way of writing its letters', () => {
    const alike = ['ÉMILE', 'émile', 'E\u0301mile', 'Ｅ\u0301mile'];
    expect(new Set(alike.map(usernameKey)).size).toBe(1);
    expect(usernameKey('emile')).not.toBe(usernameKey('émile'));
  });
});
