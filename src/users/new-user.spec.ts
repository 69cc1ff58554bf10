import { faultsOf } from './new-user.js';

describe('a new user', () => {
  it('needs a username and nothing else', () => {
    expect(faultsOf({ username: 'alice' })).toEqual({});
  });

  it('may have all optional fields', () => {
    const user = { username: 'alice', password: 'x', email: 'a@example.com', firstName: 'Ali', lastName: "O'Neill" };
    expect(faultsOf(user)).toEqual({});
  });

  it('is rejected with the faults of all its fields', () => {
    const user = { username: '', password: '', email: 'nobody', firstName: 'a\nb', lastName: 'x'.repeat(151) };
    expect(Object.keys(faultsOf(user))).toEqual(['username', 'password', 'email', 'first_name', 'last_name']);
  });

  it('cannot have a password that is too long for a log-in request', () => {
    expect(faultsOf({ username: 'alice', password: 'x'.repeat(4_096) })).toEqual({});
    expect(faultsOf({ username: 'alice', password: 'x'.repeat(4_097) })).toHaveProperty('password');
  });
});
