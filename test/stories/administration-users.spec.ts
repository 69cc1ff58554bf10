import { Administration } from '../support/administration.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

interface Listed {
  readonly id: number;
  readonly username: string;
  readonly role: string;
  readonly is_active: boolean;
}

interface Sessions {
  readonly sessions: readonly { readonly connections: readonly object[] }[];
}

interface Page {
  readonly users: readonly Listed[];
  readonly next_cursor: string | null;
}

let parley: Service;
let people: Record<'alice' | 'bob' | 'carol' | 'dave', TestUser>;
let admin: Administration;
let moderator: Administration;

beforeAll(async () => {
  parley = await sharedService();
  people = await users(parley, 'alice', 'bob', 'carol', 'dave');
  admin = await Administration.by(parley, people.alice, 'admin');
  moderator = await Administration.by(parley, people.bob, 'moderator');
});

const auditOf = async (username: string): Promise<readonly { readonly action: string; readonly origin: object }[]> =>
  (await parley.parley('audit', 'list', '--user', username)) as never;

describe('the routes of the administration', () => {
  it('refuse requests without a token, and users without a role', async () => {
    const nobody = await fetch(`${parley.url}/api/admin/users/`);
    expect([nobody.status, await nobody.json()]).toMatchObject([401, { code: 'token_not_valid' }]);
    const user = Administration.as(parley, people.carol);
    for (const [method, path] of [
      ['GET', 'users/'],
      ['POST', `users/${people.dave.username}/deactivate/`],
      ['DELETE', `users/${people.dave.username}/`],
    ] as const) {
      expect(await user.request(method, path)).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    }
  });

  it('act on no own account: a stolen token of an administrator sets no password, and removes no second factor', async () => {
    const { frank } = await users(parley, 'frank');
    const self = await Administration.by(parley, frank, 'admin');
    const own = `users/${frank.username}/`;
    const { body } = await self.get<{ id: number }>(own);
    for (const [method, path, sent] of [
      ['POST', 'password/', { password: 'a new secret of a thief', force: true }],
      ['DELETE', 'second-factor/'],
      ['POST', 'role/', { role: 'user' }],
      ['POST', 'kind/', { kind: 'guest' }],
      ['POST', 'deactivate/'],
      ['POST', 'activate/'],
      ['POST', 'revoke-tokens/'],
      ['DELETE', ''],
    ] as const) {
      const answer = await self.request(method, own + path, sent);
      expect([path, answer]).toMatchObject([path, { status: 403, body: { code: 'permission_denied' } }]);
    }
    expect((await self.get(own)).body).toEqual(body);
  });

  it('activate a user again by the rank of who has deactivated the user, or a higher one', async () => {
    const { grace } = await users(parley, 'grace');
    const place = `users/${grace.username}/`;
    const refused = { status: 403, body: { code: 'permission_denied' } };
    const stateOf = async (): Promise<unknown> =>
      (await admin.get<{ deactivated_by: string | null }>(place)).body.deactivated_by;
    await admin.expect(admin.post(`${place}deactivate/`));
    expect(await moderator.post(`${place}activate/`)).toMatchObject(refused);
    await moderator.expect(moderator.post(`${place}deactivate/`));
    expect([await stateOf(), await moderator.post(`${place}activate/`)]).toMatchObject(['admin', refused]);
    await admin.expect(admin.post(`${place}activate/`));
    await moderator.expect(moderator.post(`${place}deactivate/`));
    expect(await stateOf()).toBe('moderator');
    await moderator.expect(moderator.post(`${place}activate/`));
    await parley.parley('users', 'deactivate', grace.username);
    expect([await stateOf(), await moderator.post(`${place}activate/`)]).toMatchObject(['operator', refused]);
    await admin.expect(admin.post(`${place}activate/`));
    expect(await stateOf()).toBeNull();
  });

  it('refuse a user as soon as the role is taken away', async () => {
    const { erin } = await users(parley, 'erin');
    const former = await Administration.by(parley, erin, 'moderator');
    await former.expect(former.get('users/'));
    await admin.expect(admin.post(`users/${erin.username}/role/`, { role: 'user' }));
    expect(await former.get('users/')).toMatchObject({ status: 403 });
  });

  it('refuse invalid parameters and bodies, with the reasons for each field', async () => {
    expect(await admin.get('users/?limit=0&role=owner')).toEqual({
      status: 400,
      body: { limit: expect.any(Array) as string[], role: expect.any(Array) as string[] },
    });
    expect(await admin.get('users/?cursor=x')).toMatchObject({
      status: 400,
      body: { cursor: expect.any(Array) as string[] },
    });
    expect(await admin.post('users/', {})).toMatchObject({
      status: 400,
      body: { username: ['This field is required.'] },
    });
    expect(await admin.get('users/nobody-of-this-name/')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('the list of users', () => {
  it('has all users in pages, the newest first', async () => {
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await admin.expect(admin.get<Page>(`users/?limit=100${cursor && `&cursor=${cursor}`}`));
      seen.push(...page.users.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual([...new Set(seen)].sort((one, other) => other - one));
    expect(seen).toEqual(expect.arrayContaining(Object.values(people).map(({ id }) => id)));
  });

  it('is searched by a username, by role and by whether users are active', async () => {
    const { username } = people.dave;
    await moderator.expect(moderator.post(`users/${username}/deactivate/`));
    const found = async (filter: string): Promise<string[]> => {
      const page = await moderator.expect(moderator.get<Page>(`users/?query=${username.toUpperCase()}${filter}`));
      return page.users.map((user) => user.username);
    };
    await expect(found('')).resolves.toContain(username);
    await expect(found('&is_active=false')).resolves.toContain(username);
    await expect(found('&is_active=true')).resolves.not.toContain(username);
    await expect(found('&role=admin')).resolves.toEqual([]);
    await moderator.expect(moderator.post(`users/${username}/activate/`));
    const { body } = await moderator.get<Page>(`users/?query=${people.alice.username}&role=admin`);
    expect(body.users).toEqual([expect.objectContaining({ username: people.alice.username, role: 'admin' })]);
  });
});

describe('a moderator', () => {
  it('logs out and deactivates a user without a role, from an address that the audit log has', async () => {
    const { frank } = await users(parley, 'frank');
    const phone = await frank.connect();
    await eventually(async () => {
      const { body } = await moderator.get<Sessions>(`users/${frank.username}/sessions/`);
      return body.sessions.flatMap(({ connections }) => connections).length === 1;
    });
    await expect(moderator.delete(`users/${frank.username}/sessions/`)).resolves.toEqual({
      status: 200,
      body: { closed: 1 },
    });
    await phone.closed();
    const laptop = await frank.connect();
    await moderator.expect(moderator.post(`users/${frank.username}/deactivate/`));
    await laptop.closed();
    const { body } = await moderator.get<Listed>(`users/${frank.username}/`);
    expect(body).toMatchObject({ is_active: false, second_factor: { enabled: false } });
    const entries = await auditOf(frank.username);
    expect(entries.map(({ action }) => action)).toEqual(['users.deactivate', 'sessions.close']);
    for (const entry of entries) {
      expect(entry).toMatchObject({ actor: { username: people.bob.username }, origin: { address: '127.0.0.1' } });
    }
  });

  it('cannot act on users with a role, nor do what only administrators may', async () => {
    const { username } = people.alice;
    for (const act of [
      moderator.post(`users/${username}/deactivate/`),
      moderator.post(`users/${username}/activate/`),
      moderator.post(`users/${username}/revoke-tokens/`),
      moderator.delete(`users/${username}/sessions/`),
      moderator.post(`users/${people.dave.username}/password/`, { password: 'correct horse battery' }),
      moderator.post(`users/${people.dave.username}/role/`, { role: 'admin' }),
      moderator.delete(`users/${people.dave.username}/second-factor/`),
      moderator.delete(`users/${people.dave.username}/`),
      moderator.post(`users/${people.dave.username}/erase/`),
      moderator.get(`users/${people.dave.username}/export/`),
      moderator.post('users/', { username: 'by-a-moderator' }),
    ]) {
      expect(await act).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    }
    const { body } = await admin.get<Listed>(`users/${people.dave.username}/`);
    expect(body).toMatchObject({ role: 'user', is_active: true });
  });

  it('cannot activate an administrator who was deactivated', async () => {
    const { grace } = await users(parley, 'grace');
    await admin.expect(admin.post(`users/${grace.username}/role/`, { role: 'admin' }));
    await admin.expect(admin.post(`users/${grace.username}/deactivate/`));
    expect(await moderator.post(`users/${grace.username}/activate/`)).toMatchObject({ status: 403 });
  });
});

describe('an administrator', () => {
  it('creates a user who can log in, sets the password, and revokes the tokens', async () => {
    const username = `made-${String(people.alice.id)}`;
    const password = 'correct horse battery staple';
    const made = await admin.expect(admin.post<Listed>('users/', { username, password, first_name: 'Made' }));
    expect(made).toMatchObject({ username, first_name: 'Made', role: 'user', is_active: true });
    expect(await admin.post('users/', { username })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const logIn = async (given: string): Promise<number> => {
      const response = await fetch(`${parley.url}/api/token/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username, password: given }),
      });
      return response.status;
    };
    await expect(logIn(password)).resolves.toBe(200);
    await admin.expect(admin.post(`users/${username}/password/`, { password: `${password} 2` }));
    await expect(logIn(password)).resolves.toBe(401);
    await expect(logIn(`${password} 2`)).resolves.toBe(200);
    await admin.expect(admin.post(`users/${username}/revoke-tokens/`));
    const actions = (await auditOf(username)).map(({ action }) => action);
    // Log-ins are recorded once a minute.
    expect(actions.filter((action) => !action.startsWith('log_in.'))).toEqual([
      'tokens.revoke',
      'users.set_password',
      'users.create',
    ]);
  });

  it('exports the data of a user, and erases the user with a receipt', async () => {
    const { heidi } = await users(parley, 'heidi');
    const phone = await heidi.connect();
    const { data: room } = await phone.request('room.create', {
      type: 'GroupChat',
      name: 'Group',
      participants: [people.carol.id],
    });
    await phone.request('message.send', { room_id: room.id, content: 'of Heidi' });
    await phone.close();
    const { username } = heidi;
    await expect(admin.get(`users/${username}/holdings/`)).resolves.toMatchObject({
      body: { rooms_left: 1, messages_elsewhere: 1 },
    });
    const exported = await admin.get<{ account: object; messages: readonly { content: string }[] }>(
      `users/${username}/export/`,
    );
    expect(exported.body).toMatchObject({ account: { username } });
    expect(JSON.stringify(exported.body)).toContain('of Heidi');
    const receipt = await admin.expect(admin.post<object>(`users/${username}/erase/`));
    expect(receipt).toMatchObject({ user_id: heidi.id, username, removed: { messages: 1, rooms_left: 1 } });
    expect(await admin.get(`users/${username}/`)).toMatchObject({ status: 404 });
  });

  it('deletes a user, whose connections are closed', async () => {
    const { erin } = await users(parley, 'erin');
    const phone = await erin.connect();
    await admin.expect(admin.delete(`users/${erin.username}/`));
    await phone.closed();
    await eventually(async () => (await admin.get(`users/${erin.username}/`)).status === 404);
  });
});
