import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { password } from '../servers/template.js';
import { Administration } from '../support/administration.js';
import { connected } from '../support/database.js';
import { logIn, users } from '../support/people.js';
import { call } from '../support/second-factor.js';
import type { Answer } from '../support/second-factor.js';
import { sharedService } from '../support/shared-services.js';

const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.yaml');
const ADMINISTRATION = '/api/admin/';
const ID = '019f2000-0000-7000-8000-000000000000';

/** Every route that changes something or exports data, with a valid body, by whether it gives lasting power. */
const LASTING: readonly (readonly [route: string, body?: object])[] = [
  ['POST keys/', { name: 'a script', scopes: ['rooms:read'], user: '{username}', lifetime: 86_400 }],
  ['POST keys/{key_id}/revoke/'],
  ['DELETE users/{username}/'],
  ['POST users/{username}/erase/'],
  ['GET users/{username}/export/'],
  ['POST users/{username}/password/', { password: 'four purple walruses' }],
  ['POST users/{username}/role/', { role: 'admin' }],
  ['DELETE users/{username}/second-factor/'],
  ['POST webhooks/', { url: 'https://hook.example/' }],
  ['DELETE webhooks/{webhook_id}/'],
  ['POST webhooks/{webhook_id}/disable/'],
  ['POST webhooks/{webhook_id}/enable/'],
  ['POST webhooks/{webhook_id}/test/'],
  ['POST webhooks/replay/', { ids: [ID] }],
];
const ORDINARY: readonly string[] = [
  'GET audit/export/',
  'POST files/purge-orphans/',
  'POST held/{message_id}/release/',
  'POST messages/purge/',
  'PATCH settings/',
  'POST mails/test/',
  'POST pushes/test/',
  'POST reports/{report_id}/resolve/',
  'POST reports/resolve/',
  'POST users/',
  'DELETE rooms/{room_id}/',
  'POST rooms/{room_id}/hold/',
  'POST rooms/{room_id}/members/',
  'POST rooms/{room_id}/name/',
  'POST rooms/{room_id}/owner/',
  'POST rooms/{room_id}/release/',
  'POST rooms/{room_id}/restrictions/',
  'POST rooms/{room_id}/retention/',
  'POST users/{username}/activate/',
  'POST users/{username}/deactivate/',
  'POST users/{username}/kind/',
  'POST users/{username}/revoke-tokens/',
  'POST users/{username}/username/',
  'DELETE users/{username}/sessions/',
];

const people = async (...names: ('alice' | 'bob' | 'carol')[]) => {
  const parley = await sharedService();
  return { parley, ...(await users(parley, ...names)) };
};

/** As after five minutes. */
async function grownOld(data: Parameters<typeof connected>[0], userId: number): Promise<void> {
  const database = await connected(data);
  await database.query(
    `UPDATE refresh_tokens SET authenticated_at = now() - interval '301 seconds' WHERE user_id = $1`,
    [userId],
  );
  await database.end();
}

describe('an act of an administrator that gives lasting power', () => {
  it('is named here, with every other act', () => {
    const { paths } = parse(readFileSync(DOCUMENT, 'utf8')) as { paths: Readonly<Record<string, object>> };
    const routes = Object.entries(paths)
      .filter(([path]) => path.startsWith(ADMINISTRATION))
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(ADMINISTRATION.length)}`),
      )
      .filter((route) => !route.startsWith('GET ') || route.endsWith('/export/'));
    expect([...LASTING.map(([route]) => route), ...ORDINARY].sort()).toEqual(routes.sort());
  });

  it('needs a password or a code of the last five minutes, which no other act does', async () => {
    const { parley, alice, bob, carol } = await people('alice', 'bob', 'carol');
    const admin = await Administration.by(parley, alice, 'admin');
    const made = await admin.expect(admin.post<{ id: string }>('webhooks/', { url: 'https://hook.example/' }));
    const script = { name: 'a script', scopes: ['rooms:read'], user: carol.username, lifetime: 86_400 };
    const key = await admin.expect(admin.post<{ id: string }>('keys/', script));
    const filled = (text: string): string =>
      text
        .replace('{username}', bob.username)
        .replace('{webhook_id}', made.id)
        .replace('{key_id}', key.id)
        .replace(/\{\w+\}/, ID);
    await grownOld(parley.serviceData, alice.id);
    for (const [route, body] of LASTING) {
      const [method, path] = filled(route).split(' ') as [string, string];
      const sent = body && (JSON.parse(filled(JSON.stringify(body))) as object);
      const answer = await admin.request(method, path, sent);
      expect([route, answer]).toMatchObject([route, { status: 403, body: { code: 'reauthentication_required' } }]);
    }
    for (const route of ['POST users/{username}/deactivate/', 'POST users/{username}/activate/']) {
      const [method, path] = filled(route).split(' ') as [string, string];
      expect((await admin.request(method, path)).status).toBe(200);
    }
    await expect(parley.parley('users', 'show', bob.username)).resolves.toMatchObject({ role: 'user' });
    // Other stories use the service too.
    await parley.parley('webhooks', 'delete', made.id, '--yes');
  });
});

describe('a log-in', () => {
  const reauthenticated = (url: string, body: object, token: string): Promise<Answer> =>
    call('POST', `${url}/api/account/reauthentication/`, body, token);

  it('is proven again by its password, for no other log-in of the user', async () => {
    const { parley, alice, bob } = await people('alice', 'bob');
    const admin = await Administration.by(parley, alice, 'admin');
    const other = await logIn(parley, alice.username);
    await grownOld(parley.serviceData, alice.id);
    const promoted = (): Promise<{ status: number }> =>
      admin.post(`users/${bob.username}/role/`, { role: 'moderator' });
    expect(await promoted()).toMatchObject({ status: 403 });
    expect(await reauthenticated(parley.url, { password }, other.tokens.access)).toMatchObject({ status: 204 });
    expect(await promoted()).toMatchObject({ status: 403 });
    expect(await reauthenticated(parley.url, { password }, alice.tokens.access)).toMatchObject({ status: 204 });
    expect(await promoted()).toMatchObject({ status: 200 });
  });

  it('is not proven by a refresh, a wrong password or an operator', async () => {
    const { parley, alice, bob } = await people('alice', 'bob');
    await Administration.by(parley, alice, 'admin');
    const session = await logIn(parley, alice.username);
    await grownOld(parley.serviceData, alice.id);
    const refreshed = await call('POST', `${parley.url}/api/token/refresh/`, { refresh: session.tokens.refresh });
    const issued = (await parley.parley('tokens', 'issue', alice.username)) as { readonly access: string };
    const wrong = await reauthenticated(parley.url, { password: 'a wrong one' }, issued.access);
    expect(wrong).toEqual({ status: 400, body: { password: ['The password is wrong.'] } });
    for (const access of [String(refreshed.body.access), issued.access]) {
      const url = `${parley.url}/api/admin/users/${bob.username}/role/`;
      expect(await call('POST', url, { role: 'admin' }, access)).toMatchObject({
        status: 403,
        body: { code: 'reauthentication_required' },
      });
    }
  });

  it.each([{}, { password, code: '123456' }, { password: 7 }, { code: null }])(
    'is not proven by a request without one proof: %j',
    async (body) => {
      const { parley, alice } = await people('alice');
      expect(await reauthenticated(parley.url, body, alice.tokens.access)).toMatchObject({ status: 400 });
    },
  );
});
