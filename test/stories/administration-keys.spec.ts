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
      ['POST', 'keys/', { name: 'x', scopes: ['rooms:read'], user: people.carol.username, lifetime: 60 }],
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
      name: 'of a bot',
      scopes: ['rooms:read'],
      username: carol.username,
      only: null,
      revoked_at: null,
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
      const { id } = await created({ scopes: ['rooms:read'], user: username, lifetime: 60 });
      ids.push(id);
    }
    const listed = await admin.all<Key>('keys/?limit=2', 'keys');
    expect(listed.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids);
  });

  it('stop while who made them is no active administrator, and are shown as stopped', async () => {
    const [maker, other] = [people.bob, people.carol];
    const makers = await Administration.by(parley, maker, 'admin');
    const wanted = { name: 'of another', scopes: ['rooms:read'], user: other.username, lifetime: 3_600 };
    const { id, key } = await makers.expect(makers.post<{ id: string; key: string }>('keys/', wanted));
    keepSecret(key, key.split('_').slice(2).join('_'));
    const shown = async (): Promise<unknown> =>
      (await admin.all<Key>('keys/?limit=100', 'keys')).find((each) => each.id === id);
    await expect(statusWith(key)).resolves.toBe(200);
    await expect(shown()).resolves.toMatchObject({ created_by: maker.username, is_stopped: false });
    for (const [stop, again] of [
      [
        ['set-role', maker.username, 'moderator'],
        ['set-role', maker.username, 'admin'],
      ],
      [
        ['deactivate', maker.username],
        ['activate', maker.username],
      ],
    ] as const) {
      await parley.parley('users', ...stop);
      await expect(statusWith(key)).resolves.toBe(401);
      await expect(shown()).resolves.toMatchObject({ is_stopped: true });
      await parley.parley('users', ...again);
      await expect(shown()).resolves.toMatchObject({ is_stopped: false });
    }
  });

  it('are refused with invalid fields', async () => {
    const valid = { name: 'x', scopes: ['rooms:read'], user: people.bob.username, lifetime: 60 };
    for (const [changed, field] of [
      [{ scopes: undefined }, 'scopes'],
      [{ name: undefined }, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['rooms:eat'] }, 'scopes'],
      [{ scopes: ['rooms:read', 'act-as-anybody'] }, 'scopes'],
      [{ user: undefined }, 'user'],
      [{ user: null }, 'user'],
      [{ lifetime: undefined }, 'lifetime'],
      [{ lifetime: null }, 'lifetime'],
      [{ lifetime: 0 }, 'lifetime'],
      [{ lifetime: 365 * 86_400 + 1 }, 'lifetime'],
    ] as const) {
      const body = { ...valid, ...changed };
      const answer = await admin.post('keys/', body);
      expect([body, answer]).toMatchObject([body, { status: 400, body: { [field]: expect.any(Array) as unknown } }]);
    }
    expect(await admin.post('keys/', { ...valid, user: 'nobody-of-this-name' })).toMatchObject({ status: 404 });
    for (const id of [randomUUID(), 'no-id']) {
      expect(await admin.post(`keys/${id}/revoke/`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });
});
