import { randomUUID } from 'node:crypto';

import { ALL_SCOPES, keyByCommand, makeKey, ApiClient } from '../support/api.js';
import { parleyText } from '../support/command.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_TIME, ANY_ID, userView } from '../support/messaging.js';

interface Listed {
  readonly id: string;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}

let parley: Service;

beforeAll(async () => {
  parley = await sharedService();
});

const NOT_VALID = { status: 401, detail: 'The API key is missing or not valid.', code: 'key_not_valid' };
const withKey = (key: string): ApiClient => new ApiClient(parley, { authorization: `Bearer ${key}` });
const list = async (): Promise<Listed[]> => (await parley.parley('keys', 'list')) as Listed[];
const listed = async (id: string): Promise<Listed | undefined> => (await list()).find((each) => each.id === id);
const failure = (...words: string[]): Promise<string> =>
  parley.parley(...words).then(
    () => Promise.reject(new Error('The command did not fail.')),
    (error: unknown) => (error as { stderr: string }).stderr,
  );

/** Runs the check on every node: each request goes to the next one. */
async function onEveryNode(check: () => Promise<unknown>): Promise<void> {
  for (let node = 0; node < parley.size; node += 1) await check();
}

describe('an API key', () => {
  it('is shown once, and afterwards only its other fields', async () => {
    const { alice } = await users(parley, 'alice');
    const { id, key } = await keyByCommand(
      parley,
      '--user',
      alice.username,
      '--scopes',
      'rooms:read, users:read',
      '--expires',
      '90d',
    );
    expect(key).toMatch(/^pk_[a-z0-9]{8}_[\w-]{43}$/);
    await expect(listed(id)).resolves.toEqual({
      id: ANY_ID,
      name: 'backend',
      prefix: key.split('_')[1],
      scopes: ['rooms:read', 'users:read'],
      username: alice.username,
      only: null,
      created_by: null,
      is_stopped: false,
      created_at: ANY_TIME,
      expires_at: ANY_TIME,
      revoked_at: null,
      last_used_at: null,
    });
    await expect(parleyText(parley.serviceData, 'keys', 'list')).resolves.toContain(`${id}  backend`);
    await withKey(key).request('userfind.dispatch', 'GET', `/api/users/${alice.username}/`);
    const database = await connected(parley.serviceData);
    const used = 'SELECT FROM api_keys WHERE id = $1 AND last_used_at IS NOT NULL';
    await eventually(async () => (await database.query(used, [id])).rowCount === 1);
    await database.end();
    expect((await listed(id))?.last_used_at).toEqual(ANY_TIME);
    const entries = (await parley.parley('audit', 'list', '--user', alice.username)) as { action: string }[];
    expect(entries.find(({ action }) => action === 'keys.create')).toMatchObject({
      actor: null,
      subject: { id: alice.id },
      details: { key_id: id, scopes: ['rooms:read', 'users:read'] },
    });
    const exported = (await parley.parley('users', 'export', alice.username)) as { api_keys: object[] };
    expect(exported.api_keys).toMatchObject([{ id, name: 'backend', scopes: ['rooms:read', 'users:read'] }]);
    expect(JSON.stringify(exported)).not.toMatch(/hash"/);
  });

  it('is refused on every node after it is revoked, and the log names a revoked key that is still used', async () => {
    const { alice } = await users(parley, 'alice');
    const { id, key } = await makeKey(parley, { user: alice });
    const program = withKey(key);
    await onEveryNode(() => program.request('roomlist.dispatch', 'GET', '/api/rooms/'));
    await parley.parley('keys', 'revoke', id);
    await onEveryNode(async () => {
      const answer = await program.send('GET', '/api/rooms/');
      expect({ status: answer.status, ...(answer.body as object) }).toEqual(NOT_VALID);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    });
    await eventually(() => parley.output.includes(`The API key ${id} is revoked, but still used`));
    const first = (await listed(id))?.revoked_at;
    await parley.parley('keys', 'revoke', id.toUpperCase());
    expect((await listed(id))?.revoked_at).toBe(first);
    const entries = (await parley.parley('audit', 'list', '--user', alice.username)) as { action: string }[];
    expect(entries.filter(({ action }) => action === 'keys.revoke')).toMatchObject([{ details: { key_id: id } }]);
    await expect(failure('keys', 'revoke', randomUUID())).resolves.toMatch(/No such key/);
    await expect(failure('keys', 'revoke', 'x')).resolves.toMatch(/No such key/);
  });

  it('is refused after it has expired', async () => {
    const { alice } = await users(parley, 'alice');
    const { key } = await keyByCommand(parley, '--user', alice.username, '--scopes', ALL_SCOPES, '--expires', '1s');
    await eventually(async () => (await withKey(key).send('GET', '/api/rooms/')).status === 401);
    await expect(withKey(key).expectRefused('GET', '/api/rooms/')).resolves.toEqual(NOT_VALID);
  });

  it.each([
    ['no name', ['--scopes', 'rooms:read,act-as-anybody'], /^name: Must be/],
    ['a name of several lines', ['--name', 'a\nb', '--scopes', 'rooms:read,act-as-anybody'], /^name: Must be/],
    ['no scope', ['--name', 'x'], /^scopes: Must be/],
    ['an unknown scope', ['--name', 'x', '--scopes', 'rooms:read,rooms:eat,act-as-anybody'], /act-as-anybody/],
    ['no user and no act-as-anybody', ['--name', 'x', '--scopes', 'rooms:read'], /^user: Required/],
    [
      'a user and act-as-anybody',
      ['--name', 'x', '--scopes', 'act-as-anybody', '--user', 'ann'],
      /^user: .* leave out the user/,
    ],
    ['an unknown user', ['--name', 'x', '--scopes', 'rooms:read', '--user', 'nobody'], /No such user/],
    [
      'a user and a limit to users',
      ['--name', 'x', '--scopes', 'rooms:read', '--user', 'ann', '--only', 'ann'],
      /^only: Limits the scope/,
    ],
    [
      'a limit to an unknown user',
      ['--name', 'x', '--scopes', 'rooms:read,act-as-anybody', '--only', 'nobody'],
      /No such user/,
    ],
    ['an invalid expiry', ['--name', 'x', '--scopes', 'act-as-anybody', '--expires', 'soon'], /--expires/],
    ['an expiry without a unit', ['--name', 'x', '--scopes', 'act-as-anybody', '--expires', '90'], /such as 3d, 12h/],
    [
      'an expiry beyond all dates',
      ['--name', 'x', '--scopes', 'act-as-anybody', '--expires', '999999999d'],
      /^lifetime: Must be at most 36500 days/,
    ],
  ])('is not created with %s', async (_, words, entry) => {
    await expect(failure('keys', 'create', ...words)).resolves.toMatch(entry);
  });

  it.each([
    ['none', {}],
    ['another scheme', { authorization: 'Basic cGs6cGs=' }],
    ['a malformed key', { authorization: 'Bearer pk_abcdefgh' }],
    ['an unknown key', { authorization: `Bearer pk_abcdefgh_${'A'.repeat(43)}` }],
    ['an SQL statement', { authorization: `Bearer ' OR 1=1 --` }],
  ])('is required: %s is refused', async (_, headers) => {
    await expect(new ApiClient(parley, headers).expectRefused('GET', '/api/rooms/')).resolves.toEqual(NOT_VALID);
  });

  it('cannot be replaced by an access token', async () => {
    const { alice } = await users(parley, 'alice');
    await expect(withKey(alice.tokens.access).expectRefused('GET', '/api/rooms/')).resolves.toEqual(NOT_VALID);
  });

  it('acts only for its own user, and only while the user is active', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const { id, key } = await makeKey(parley, { user: alice });
    await expect(withKey(key).onBehalfOf(bob.username).expectRefused('GET', '/api/rooms/')).resolves.toMatchObject({
      status: 400,
      code: 'invalid',
    });
    await parley.parley('users', 'deactivate', alice.username);
    await onEveryNode(async () => {
      const refused = await withKey(key).expectRefused('GET', '/api/rooms/');
      expect(refused).toMatchObject({ status: 403, code: 'user_inactive' });
    });
    await expect(
      failure('keys', 'create', '--name', 'x', '--scopes', ALL_SCOPES, '--user', alice.username),
    ).resolves.toMatch(/not active/);
    await parley.parley('users', 'activate', alice.username);
    await withKey(key).request('roomlist.dispatch', 'GET', '/api/rooms/');
    await parley.parley('users', 'delete', alice.username, '--yes');
    await expect(withKey(key).expectRefused('GET', '/api/rooms/')).resolves.toEqual(NOT_VALID);
    await expect(listed(id)).resolves.toBeUndefined();
  });

  it('is deleted with its user, and counted in the result of the erasure', async () => {
    const { alice } = await users(parley, 'alice');
    const { key } = await makeKey(parley, { user: alice });
    const receipt = await parley.parley('users', 'erase', alice.username, '--yes');
    expect(receipt).toMatchObject({ removed: { api_keys: 1 } });
    await expect(withKey(key).expectRefused('GET', '/api/rooms/')).resolves.toEqual(NOT_VALID);
  });

  it('with act-as-anybody requires a user, by username or id, who is active', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const { id: zoeId } = (await parley.parley('users', 'create', 'Zoë')) as { id: number };
    const { key } = await makeKey(parley, { scopes: `${ALL_SCOPES},act-as-anybody` });
    const program = withKey(key);
    const at = `/api/users/${bob.username}/`;
    await expect(program.expectRefused('GET', at)).resolves.toMatchObject({ status: 400, code: 'user_required' });
    const made = { type: 'OneToOneChat', participants: [bob.id] };
    const names = [
      alice.username.toUpperCase(),
      String(alice.id),
      `id:${String(alice.id)}`,
      `username:${alice.username}`,
    ];
    for (const user of [alice.username, ...names]) {
      const { data } = await program.onBehalfOf(user).request('roomcreate.dispatch', 'POST', '/api/rooms/', made);
      expect(data).toMatchObject({ participants: expect.arrayContaining([userView(alice), userView(bob)]) as unknown });
    }
    const { data: hers } = await program
      .onBehalfOf(encodeURIComponent('zoë'))
      .request('roomcreate.dispatch', 'POST', '/api/rooms/', { type: 'GroupChat', name: 'Hers' });
    expect(hers).toMatchObject({ creator: { id: zoeId } });
    for (const user of ['nobody-at-all', '2147483647', `deleted-${String(alice.id)}x`]) {
      await expect(program.onBehalfOf(user).expectRefused('GET', at)).resolves.toMatchObject({ code: 'user_inactive' });
    }
    const { id: digitsId } = (await parley.parley('users', 'create', '4242')) as { id: number };
    const own = await program
      .onBehalfOf('username:4242')
      .request('roomcreate.dispatch', 'POST', '/api/rooms/', { type: 'GroupChat', name: 'Digits' });
    expect(own.data).toMatchObject({ creator: { id: digitsId } });
    for (const user of ['', '%', '%00', 'id:', 'id:zoe', 'username:', 'a b', "' OR 1=1", 'x'.repeat(200)]) {
      await expect(program.onBehalfOf(user).expectRefused('GET', at)).resolves.toMatchObject({ status: 400 });
    }
    await parley.parley('users', 'deactivate', bob.username);
    await expect(program.onBehalfOf(bob.username).expectRefused('GET', at)).resolves.toMatchObject({ status: 403 });
  });

  it('with --only acts for these users and for no other', async () => {
    const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
    const { id, key } = await keyByCommand(
      parley,
      '--scopes',
      `${ALL_SCOPES},act-as-anybody`,
      '--only',
      `${alice.username},${bob.username}`,
    );
    const program = withKey(key);
    for (const user of [alice.username, String(bob.id)]) {
      await onEveryNode(() => program.onBehalfOf(user).request('roomlist.dispatch', 'GET', '/api/rooms/'));
    }
    for (const user of [carol.username, String(carol.id), 'nobody-at-all']) {
      await expect(program.onBehalfOf(user).expectRefused('GET', '/api/rooms/')).resolves.toEqual({
        status: 403,
        code: 'user_not_allowed',
        detail: 'The key may not act for this user.',
      });
    }
    await expect(listed(id)).resolves.toMatchObject({ username: null, only: [alice.username, bob.username] });
    await expect(parleyText(parley.serviceData, 'keys', 'list')).resolves.toContain(
      `${alice.username},${bob.username}`,
    );
  });

  it('is named in the audit log beside the user that it acted for', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const { id, key } = await makeKey(parley, { scopes: `${ALL_SCOPES},act-as-anybody` });
    const program = withKey(key).onBehalfOf(alice.username);
    const group = { type: 'GroupChat', name: 'x' };
    const { data: room } = await program.request('roomcreate.dispatch', 'POST', '/api/rooms/', group);
    const members = { members: [bob.id] };
    await program.request('roomaddmembers.dispatch', 'POST', `/api/rooms/${room.id}/members/`, members);
    const phone = await alice.connect();
    await phone.request('room.remove_members', { room_id: room.id, members: [bob.id] });
    await phone.close();
    const by = { id: alice.id, username: alice.username };
    await expect(parley.parley('audit', 'list', '--room', room.id)).resolves.toMatchObject([
      { action: 'room.remove_members', actor: by, key: null },
      { action: 'room.add_members', actor: by, key: { id, name: 'backend' } },
    ]);
    await expect(parley.parley('audit', 'list', '--key', id)).resolves.toMatchObject([{ action: 'room.add_members' }]);
    const text = await parleyText(parley.serviceData, 'audit', 'list', '--room', room.id);
    expect(text).toContain(`${alice.username} (${String(alice.id)}) with the key backend (${id})`);
  });

  it('is counted in the metrics by route template, invalid keys too', async () => {
    const { alice } = await users(parley, 'alice');
    const program = await ApiClient.create(parley, { user: alice });
    const id = randomUUID();
    const total = async (line: string): Promise<number> => {
      let sum = 0;
      await onEveryNode(async () => (sum += await metric(parley, line)));
      return sum;
    };
    const line = (outcome: string) =>
      `parley_api_requests_total{route="POST /api/rooms/:room_id/messages/",outcome="${outcome}"}`;
    const before = [await total(line('refused')), await total(line('unauthenticated'))];
    await program.expectRefused('POST', `/api/rooms/${id}/messages/`, { content: 'x' });
    await withKey('none').expectRefused('POST', `/api/rooms/${id}/messages/`, { content: 'x' });
    await eventually(async () => (await total(line('refused'))) === before[0]! + 1);
    await eventually(async () => (await total(line('unauthenticated'))) === before[1]! + 1);
    const text = await (await fetch(`${parley.url}/metrics`)).text();
    expect(text).toContain('parley_api_request_duration_seconds_bucket');
    expect(text).not.toContain(id);
  });
});
