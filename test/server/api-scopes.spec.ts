import { randomUUID } from 'node:crypto';

import { ALL_SCOPES, ApiClient } from '../support/api.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const R = `/api/rooms/${randomUUID()}`;
const M = `/api/messages/${randomUUID()}`;
const T = `/api/threads/${randomUUID()}`;
const E = `/api/users/external/${randomUUID()}`;
const U = `/api/uploads/${randomUUID()}`;

const ROUTES: readonly (readonly [scope: string, method: string, path: string, body?: object])[] = [
  ['rooms:read', 'GET', '/api/rooms/'],
  ['rooms:read', 'GET', '/api/rooms/invitations/'],
  ['rooms:read', 'GET', `${R}/restrictions/`],
  ['rooms:read', 'GET', '/api/rooms/channels/'],
  ['rooms:read', 'GET', `${R}/preview/`],
  ['rooms:read', 'GET', `${R}/`],
  ['rooms:read', 'GET', `${R}/members/`],
  ['rooms:write', 'POST', '/api/rooms/', { type: 'GroupChat', name: 'x' }],
  ['rooms:write', 'PATCH', `${R}/`, { name: 'x' }],
  ['rooms:write', 'DELETE', `${R}/`],
  ['rooms:write', 'POST', `${R}/favourite/`, { favourite: true }],
  ['rooms:write', 'POST', `${R}/archive/`, { archived: true }],
  ['rooms:write', 'POST', `${R}/mark-unread/`, { from_seq: 1 }],
  ['rooms:write', 'POST', `${R}/notify/`, { level: 'none' }],
  ['members:write', 'POST', `${R}/members/`, { members: [1] }],
  ['members:write', 'DELETE', `${R}/members/1/`],
  ['members:write', 'POST', `${R}/invitations/`, { user_ids: [1] }],
  ['members:write', 'POST', `${R}/invitations/answer/`, { accept: true }],
  ['members:write', 'DELETE', `${R}/invitations/1/`],
  ['members:write', 'POST', `${R}/restrictions/`, { user_id: 1, kind: 'mute' }],
  ['members:write', 'POST', `${R}/roles/`, { action: 'add_admin', users: [1] }],
  ['members:write', 'POST', `${R}/permissions/`, { action: 'add_permission', users: [1], permission: ['x'] }],
  ['members:write', 'POST', `${R}/join/`],
  ['members:write', 'POST', `${R}/leave/`],
  ['members:write', 'POST', `${R}/nickname/`, { nickname: 'x' }],
  ['members:write', 'POST', `${R}/join-requests/1/`, { decision: 'deny' }],
  ['rooms:read', 'GET', `${R}/notices/`],
  ['messages:read', 'GET', `${R}/messages/`],
  ['messages:read', 'GET', '/api/messages/search/?query=x'],
  ['reports:read', 'GET', `/api/reports/?room_id=${randomUUID()}`],
  ['reports:write', 'POST', '/api/reports/', { user_id: 1, reason: 'spam' }],
  ['reports:write', 'POST', `/api/reports/${randomUUID()}/resolve/`, { action: 'dismiss' }],
  ['messages:read', 'GET', '/api/messages/saved/'],
  ['messages:write', 'POST', `${M}/save/`, { saved: true }],
  ['messages:write', 'POST', `${R}/draft/`, { content: 'x' }],
  ['messages:write', 'POST', `${R}/messages/`, { content: 'x' }],
  ['messages:write', 'POST', `${R}/scheduled/`, { content: 'x', send_at: '2100-01-01T00:00:00Z' }],
  ['messages:read', 'GET', '/api/messages/scheduled/'],
  ['messages:write', 'PATCH', `/api/messages/scheduled/${randomUUID()}/`, { content: 'x' }],
  ['messages:write', 'DELETE', `/api/messages/scheduled/${randomUUID()}/`],
  ['messages:write', 'POST', `${R}/read/`, { up_to_seq: 1 }],
  ['messages:write', 'POST', `${R}/typing/`],
  ['messages:write', 'PATCH', `${M}/`, { content: 'x' }],
  ['messages:write', 'DELETE', `${M}/`],
  ['messages:write', 'POST', `${M}/reactions/`, { reaction_content: 'x' }],
  ['messages:write', 'DELETE', `${M}/reactions/?reaction_content=x`],
  ['messages:write', 'POST', `${M}/pin/`, { pinned: true }],
  ['messages:read', 'GET', `${R}/pins/`],
  ['messages:read', 'GET', `${R}/held/`],
  ['messages:write', 'POST', `${M}/release/`, { allow: true }],
  ['messages:read', 'GET', '/api/threads/'],
  ['messages:read', 'GET', `${T}/messages/`],
  ['messages:write', 'POST', `${T}/follow/`, { follow: true }],
  ['messages:write', 'POST', `${T}/read/`, { up_to_seq: 1 }],
  ['messages:write', 'DELETE', `${M}/previews/?url=https://example.com/`],
  ['messages:write', 'POST', `${M}/poll/votes/`, { options: [0] }],
  ['messages:write', 'POST', `${M}/poll/close/`],
  ['messages:write', 'POST', '/api/uploads/', {}],
  ['messages:write', 'GET', U],
  ['messages:write', 'PATCH', U],
  ['messages:write', 'DELETE', U],
  ['messages:write', 'POST', `${U}/complete/`],
  ['messages:read', 'GET', `/api/files/${randomUUID()}`],
  ['sessions:read', 'GET', '/api/sessions/'],
  ['sessions:write', 'DELETE', `/api/sessions/${randomUUID()}/`],
  ['users:read', 'GET', '/api/users/nobody/'],
  ['users:read', 'GET', '/api/users/?query=nobody'],
  ['users:read', 'POST', '/api/users/info/', { user_ids: [1] }],
  ['users:write', 'PATCH', '/api/users/me/', { first_name: 'x' }],
  ['users:write', 'PATCH', '/api/users/me/notify/', { level: 'none' }],
  ['users:read', 'GET', '/api/users/me/blocks/'],
  ['users:write', 'POST', '/api/users/me/blocks/999999999/'],
  ['users:write', 'DELETE', '/api/users/me/blocks/999999999/'],
  ['users:manage', 'PUT', `${E}/`, {}],
  ['users:manage', 'POST', '/api/users/external/', { users: [{ external_id: 'a user of the product' }] }],
  ['users:manage', 'DELETE', `${E}/`],
  ['tokens:issue', 'POST', `${E}/tokens/`, { expires_in: 60 }],
  ['tokens:issue', 'DELETE', `${E}/tokens/`],
  ['rooms:manage', 'PUT', '/api/rooms/external/order/', { type: 'GroupChat', name: 'Order' }],
  ['rooms:manage', 'POST', '/api/rooms/external/order/members/', {}],
];
const SCOPES = [...ALL_SCOPES.split(','), 'users:manage', 'tokens:issue', 'rooms:manage'];

let parley: Service;
const withOnly = new Map<string, ApiClient>();
const withAllBut = new Map<string, ApiClient>();

beforeAll(async () => {
  parley = await sharedService('openDirectories');
  const { alice } = await users(parley, 'alice');
  for (const scope of SCOPES) {
    const others = SCOPES.filter((other) => other !== scope).join(',');
    withOnly.set(scope, await ApiClient.create(parley, { user: alice, scopes: scope }));
    withAllBut.set(scope, await ApiClient.create(parley, { user: alice, scopes: others }));
  }
});

describe('an API key', () => {
  const routes = ROUTES.map<[string, string, string, object | undefined]>(([scope, method, path, body]) => {
    return [scope, method, path, body];
  });
  it.each(routes)('needs only the scope %s for %s %s', async (scope, method, path, body) => {
    const refused = await withAllBut.get(scope)!.expectRefused(method, path, body);
    expect(refused).toEqual({
      status: 403,
      detail: `The key lacks the scope ${scope}.`,
      code: 'scope_missing',
    });
    const { status, body: answer } = await withOnly.get(scope)!.send(method, path, body);
    expect([200, 201, 400, 404, 409]).toContain(status);
    expect(answer).not.toMatchObject({ code: 'scope_missing' });
  });

  it('with the scope of roles cannot change or delete a room by the same event', async () => {
    const program = withOnly.get('members:write')!;
    for (const action of ['delete', 'update', '__proto__', 'add_permission', 7, null]) {
      await expect(program.expectRefused('POST', `${R}/roles/`, { action, users: [1] })).resolves.toEqual({
        status: 400,
        action: ['Must be one of add_admin, remove_admin, add_moderator, remove_moderator.'],
      });
    }
    await expect(program.expectRefused('POST', `${R}/permissions/`, {})).resolves.toEqual({
      status: 400,
      action: ['This field is required.'],
    });
  });
});

describe('the table of scopes', () => {
  it('contains every route of the contract', async () => {
    const document = await (await fetch(`${parley.url}/docs/openapi.yaml`)).text();
    // The second factor belongs to the user of an access token, and no key changes it.
    const published = [
      ...document.matchAll(
        /operationId: (?!head)\w+-api-(?!users-me-second-factor)(?:rooms|messages|uploads|files|sessions|threads|users|reports)\b/g,
      ),
    ];
    expect(published).toHaveLength(ROUTES.length);
  });
});
