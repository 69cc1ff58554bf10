import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let phone: ChatClient;

beforeEach(async () => {
  parley = await sharedService();
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  phone = await alice.connect();
});
afterEach(() => phone.close());

const setRole = (username: string, role: string): Promise<unknown> =>
  parley.parley('users', 'set-role', username, role);

const roleOf = async (username: string): Promise<string | undefined> => {
  const accounts = (await parley.parley('users', 'list')) as { username: string; role: string }[];
  return accounts.find((account) => account.username === username)?.role;
};

describe('users set-role', () => {
  it('gives a user a role, which the list, the export and the own settings show, and nobody else sees', async () => {
    await expect(setRole(alice.username, 'moderator')).resolves.toMatchObject({ role: 'moderator', changed: true });
    await expect(roleOf(alice.username)).resolves.toBe('moderator');
    const moderators = (await parley.parley('users', 'list', '--role', 'moderator', '--state', 'active')) as {
      username: string;
      role: string;
    }[];
    expect(moderators.map(({ username }) => username)).toContain(alice.username);
    expect(new Set(moderators.map(({ role }) => role))).toEqual(new Set(['moderator']));
    await expect(parley.parley('users', 'export', alice.username)).resolves.toMatchObject({
      account: { role: 'moderator' },
    });
    await expect(phone.request('user.update', {})).resolves.toMatchObject({ data: { role: 'moderator' } });
    const other = await bob.connect();
    const { data } = await other.request('user.find', { username: alice.username });
    expect(data).not.toHaveProperty('role');
    await other.close();
  });

  it('takes the role away, with an entry in the audit log for each change and none for the same role again', async () => {
    for (const role of ['admin', 'admin', 'user']) await setRole(alice.username, role);
    const { data } = await phone.request('user.update', {});
    expect(data).not.toHaveProperty('role');
    const entries = (await parley.parley('audit', 'list', '--user', alice.username)) as {
      action: string;
      details: object;
    }[];
    expect(entries.map(({ action, details }) => [action, details])).toMatchObject([
      ['users.set_role', { role: 'user' }],
      ['users.set_role', { role: 'admin' }],
    ]);
  });

  it('refuses an unknown role and an unknown user, and changes nothing', async () => {
    await expect(setRole(alice.username, 'owner')).rejects.toMatchObject({
      stderr: expect.stringContaining('user, moderator, admin') as string,
    });
    await expect(setRole('nobody-of-this-name', 'admin')).rejects.toMatchObject({
      stderr: expect.stringContaining('No such user') as string,
    });
    await expect(roleOf(alice.username)).resolves.toBe('user');
  });
});
