import { faultsOf } from './new-user.js';

describe('a new user', () => {
  it('needs a username and nothing else', () => expect(faultsOf({ username: 'alice' })).toEqual({}));

  it('may have all optional fields', () => {
    const user = { username: 'alice', password: 'x', email: 'a@example.com', firstName: 'Ali', lastName: "O'Neill" };
    expect(faultsOf(user)).toEqual({});
  });

  it('is rejected with the faults of all its fields', () => {
    expect(Object.keys(faultsOf({ username: 'alice', email: 'a@b\ud800' }))).toEqual(['email']);
    const user = { username: '', password: '', email: 'nobody', firstName: 'a\nb', lastName: 'x'.repeat(151) };
    expect(Object.keys(faultsOf(user))).toEqual(['username', 'password', 'email', 'first_name', 'last_name']);
  });

  it.each(['.', '..'])('is not called %s, which is another folder in a path', (username) => {
    expect(Object.keys(faultsOf({ username }))).toEqual(['username']);
    expect(faultsOf({ username: `${username}a` })).toEqual({});
  });

  it.each(['\u200b', ' ', '\u3164', 'a\u2028b', 'a\u0085b'])('has no first name %j', (firstName) => {
    expect(Object.keys(faultsOf({ username: 'alice', firstName }))).toEqual(['first_name']);
  });

  it('cannot have a password that is too long for a log-in request', () => {
    expect(faultsOf({ username: 'alice', password: 'x'.repeat(4_096) })).toEqual({});
    expect(faultsOf({ username: 'alice', password: 'x'.repeat(4_097) })).toHaveProperty('password');
  });
});
