import type { UsersService as Service } from './users.service.js';

const { jest } = import.meta;

/** Not among the types of `import.meta.jest` yet. */
const modules = jest as unknown as { unstable_mockModule: (name: string, factory: () => object) => void };
const verify = jest.fn((hash: string, password: string) => Promise.resolve(hash === `hash of ${password}`));
modules.unstable_mockModule('@node-rs/argon2', () => ({
  hash: (password: string) => Promise.resolve(`hash of ${password}`),
  verify,
}));

const { Passwords } = await import('./passwords.js');
const { UsersService } = await import('./users.service.js');

const accounts: Record<string, object> = {
  alice: { id: 1, passwordHash: 'hash of sesame', isActive: true, tokensValidAfter: null },
  gone: { id: 2, passwordHash: 'hash of sesame', isActive: false, tokensValidAfter: null },
  robot: { id: 3, passwordHash: null, isActive: true, tokensValidAfter: null },
};
const users = { find: (username: string) => Promise.resolve(accounts[username] ?? null) };
const service = new UsersService(
  ...([users, new Passwords(), undefined, undefined, undefined] as unknown as ConstructorParameters<typeof Service>),
);

describe('a log-in', () => {
  it.each([
    ['with the right password', 'alice', 'sesame', { id: 1, tokensValidAfter: null }],
    ['with a wrong password', 'alice', 'barley', undefined],
    ['as nobody', 'nobody', 'sesame', undefined],
    ['as who could not be', 'no\u0000body', 'sesame', undefined],
    ['as who is not active', 'gone', 'sesame', undefined],
    ['as who has no password', 'robot', 'sesame', undefined],
  ])('costs one check of a password, no more and no less (%s)', async (_, username, password, holder) => {
    verify.mockClear();
    await expect(service.logIn(username, password)).resolves.toEqual(holder);
    expect(verify).toHaveBeenCalledTimes(1);
  });
});
