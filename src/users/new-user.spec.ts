import { faultsOf } from './new-user.js';

describe('a new user', () => {
  it('needs a username and nothing else', () => {
    expect(faultsOf({ username: 'alice' })).toEqual({});
  });

  it('may have everything', () => {
    const user = { username: 'alice', password: 'x', email: 'a@example.com', firstName: 'Ali', lastName: "O'Neill" };
    expect(faultsOf(user)).toEqual({});
  });

  it('is told of every fault at once', () => {
    const user = { username: '', password: '', email: 'nobody', firstName: 'a\nb', lastName: 'x'.repeat(151) };
    expect(Object.keys(faultsOf(user))).toEqual(['username', 'password', 'email', 'first_name', 'last_name']);
  });

  it('cannot have a password that nobody could send', () => {
    expect(faultsOf({ username: 'alice', password: 'x'.repeat(4_096) })).toEqual({});
    expect(faultsOf({ username: 'alice', password: 'x'.repeat(4_097) })).toHaveProperty('password');
  });
});
