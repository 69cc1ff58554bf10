import { randomUUID } from 'node:crypto';

import { Administration } from '../support/administration.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { keepSecret } from '../support/secrets.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

interface Key {
  readonly id: string;
  readonly revoked_at: string | null;
}

let parley: Service;
let people: Record<'alice' | 'bob' | 'carol', TestUser>;
let admin: Administration;

beforeAll(async () => {
  parley = await sharedService();
  people = await users(parley, 'alice', 'bob', 'carol');
  admin = await Administration.by(parley, people.alice, 'admin');
});

async function created(body: object): Promise<{ readonly id: string; readonly key: string }> {
  const made = await admin.expect(admin.post<{ id: string; key: string }>('keys/', { name: 'of a bot', ...body }));
  keepSecret(made.key, made.key.split('_').slice(2).join('_'));
  return made;
}

const statusWith = async (key: string): Promise<number> => {
  const response = await fetch(`${parley.url}/api/rooms/`, { headers: { Authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  return response.status;
};

describe('the API keys of the administration', () => {
  it('are for administrators only', async () => {
    const moderator = await Administration.by(parley, people.bob, 'moderator');
    for (const [method, path, body] of [
      ['GET', 'keys/'],
      ['POST', 'keys/', { name: 'x', scopes: ['act-as-anybody'] }],
      ['POST', `keys/${randomUUID()}/revoke/`],
    ] as const) {
      expect(await moderator.request(method, path, body)).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      });
    }
  });

  it('are created with a key that is not shown again, used, and revoked', async () => {
    const { carol } = people;
    const { id, key } = await created({ scopes: ['rooms:read'], user: carol.username, lifetime: 3_600 });
    await expect(statusWith(key)).resolves.toBe(200);
    const listed = await admin.all<Key>('keys/?limit=100', 'keys');
    expect(listed.find((each) => each.id === id)).toMatchObject({
      ...{ name: 'of a bot', scopes: ['rooms:read'], username: carol.username, only: null, revoked_at: null },
      expires_at: expect.any(String) as string,
    });
    expect(JSON.stringify(listed)).not.toContain(key);
    await admin.expect(admin.post(`keys/${id}/revoke/`));
    await expect(statusWith(key)).resolves.toBe(401);
    const entries = await parley.parley('audit', 'list', '--user', carol.username, '--action', 'keys.');
    expect(entries).toMatchObject([
      { action: 'keys.revoke', actor: { id: people.alice.id }, details: { key_id: id } },
      { action: 'keys.create', actor: { id: people.alice.id }, details: { key_id: id } },
    ]);
  });

  it('are listed in pages, the oldest first', async () => {
    const ids: string[] = [];
    for (const { username } of Object.values(people)) {
      const { id } = await created({ scopes: ['act-as-anybody', 'rooms:read'], only: [username] });
      ids.push(id);
    }
    const listed = await admin.all<Key>('keys/?limit=2', 'keys');
    expect(listed.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids);
  });

  it('are refused with invalid fields', async () => {
    const scopes = ['rooms:read', 'act-as-anybody'];
    const { username } = people.bob;
    for (const [body, field] of [
      [{ name: 'x' }, 'scopes'],
      [{ scopes }, 'name'],
      [{ name: 'a\nb', scopes }, 'name'],
      [{ name: 'x', scopes: [] }, 'scopes'],
      [{ name: 'x', scopes: ['rooms:eat'] }, 'scopes'],
      [{ name: 'x', scopes: ['rooms:read'] }, 'user'],
      [{ name: 'x', scopes, user: username }, 'user'],
      [{ name: 'x', scopes: ['rooms:read'], user: username, only: [username] }, 'only'],
      [{ name: 'x', scopes, lifetime: 1e12 }, 'lifetime'],
    ] as const) {
      const answer = await admin.post('keys/', body);
      expect([body, answer]).toMatchObject([body, { status: 400, body: { [field]: [expect.any(String)] } }]);
    }
    expect(await admin.post('keys/', { name: 'x', scopes, only: ['nobody-of-this-name'] })).toMatchObject({
      status: 404,
    });
    for (const id of [randomUUID(), 'no-id']) {
      expect(await admin.post(`keys/${id}/revoke/`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });
});
