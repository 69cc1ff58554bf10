import type { UsersService as Service } from './users.service.js';

const hashOf = (password: string): string => `$argon2id$v=19$m=7168,t=5,p=1$${password}`;
const verify = vi.fn((hash: string, password: string) => Promise.resolve(hash.endsWith(`$${password}`)));
// Other spec files of this worker may have imported the module already.
vi.resetModules();
vi.doMock('@node-rs/argon2', () => ({ hash: (password: string) => Promise.resolve(hashOf(password)), verify }));

const { Passwords } = await import('./passwords.js');
const { UsersService } = await import('./users.service.js');

afterAll(() => {
  vi.doUnmock('@node-rs/argon2');
  vi.resetModules();
});

const accounts: Record<string, object> = {
  alice: { id: 1, passwordHash: hashOf('sesame'), isActive: true, tokensValidAfter: null },
  gone: { id: 2, passwordHash: hashOf('sesame'), isActive: false, tokensValidAfter: null },
  moved: { id: 4, passwordHash: '$argon2id$v=19$m=102400,t=2,p=8$sesame', isActive: true, tokensValidAfter: null },
  robot: { id: 3, passwordHash: null, isActive: true, tokensValidAfter: null },
};
const renewPasswordHash = vi.fn(() => Promise.resolve());
const users = { find: (username: string) => Promise.resolve(accounts[username] ?? null), renewPasswordHash };
const service = new UsersService(...([users, new Passwords()] as unknown as ConstructorParameters<typeof Service>));

describe('a log-in', () => {
  it.each([
    ['with the right password', 'alice', 'sesame', 1, { id: 1, tokensValidAfter: null }],
    ['with a wrong password', 'alice', 'barley', 1, undefined],
    ['with an unknown username', 'nobody', 'sesame', undefined, undefined],
    ['with an invalid username', 'no\u0000body', 'sesame', undefined, undefined],
    ['of an inactive user', 'gone', 'sesame', 2, undefined],
    ['of a user without a password', 'robot', 'sesame', 3, undefined],
  ])('costs exactly one password check (%s)', async (_, username, password, userId, holder) => {
    verify.mockClear();
    await expect(service.logIn(username, password)).resolves.toEqual({ userId, holder });
    expect(verify).toHaveBeenCalledTimes(1);
    expect(renewPasswordHash).not.toHaveBeenCalled();
  });

  it('replaces an imported hash after the password has matched', async () => {
    await expect(service.logIn('moved', 'barley')).resolves.toEqual({ userId: 4, holder: undefined });
    expect(renewPasswordHash).not.toHaveBeenCalled();
    await expect(service.logIn('moved', 'sesame')).resolves.toMatchObject({
      holder: { id: 4, tokensValidAfter: null },
    });
    const renewed = { from: '$argon2id$v=19$m=102400,t=2,p=8$sesame', to: hashOf('sesame') };
    expect(renewPasswordHash.mock.calls).toEqual([[4, renewed]]);
  });
});
