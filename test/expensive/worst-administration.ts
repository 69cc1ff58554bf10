import { randomUUID } from 'node:crypto';

import { password } from '../servers/template.js';
import type { HttpRequest } from './worst-routes.js';
import type { World } from './world.js';

/** The most expensive valid request of a route of the administration. */
type Worst = (world: World) => HttpRequest;

const DAY_MS = 86_400_000;

const admin = (path: string, body?: object): HttpRequest => ({
  path: `/api/admin/${path}`,
  ...(body && { body }),
});
const only =
  (path: string, body?: object): Worst =>
  () =>
    admin(path, body);
/** Of something that does not exist: nothing is destroyed. */
const none =
  (begin: string, end = '', body?: object): Worst =>
  () =>
    admin(`${begin}/${randomUUID()}/${end}`, body);
const hall =
  (path = ''): Worst =>
  ({ hall: { id } }) =>
    admin(`rooms/${id}/${path}`);
/** Of a user in many rooms, with many messages. */
const busy =
  (path = ''): Worst =>
  ({ crowd }) =>
    admin(`users/${crowd[0]!.username}/${path}`);
/** Of a user who shares no room with anybody. */
const lonely =
  (path: string, body?: object): Worst =>
  ({ outsiders }) =>
    admin(`users/${outsiders.at(-1)!.username}/${path}`, body);
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** For every route of the administration, by its method and its template below `/api/admin/`. */
export const worstAdministration: Readonly<Record<string, Worst | undefined>> = {
  'GET audit/': only('audit/?limit=100&action=users.'),
  'GET audit/export/': only('audit/export/?format=csv'),
  'GET audit/verification/': only('audit/verification/'),
  'GET figures/': only('figures/'),
  'GET figures/history/': only('figures/history/'),
  'GET files/': only('files/?limit=100&state=ready'),
  'GET files/{file_id}/': ({ file }) => admin(`files/${file}/`),
  'GET files/orphans/': only('files/orphans/'),
  'POST files/purge-orphans/': only('files/purge-orphans/'),
  'GET held/': only('held/?limit=100'),
  'POST held/{message_id}/release/': none('held', 'release/', { allow: true }),
  'GET keys/': only('keys/?limit=100'),
  'POST keys/': ({ outsiders }) =>
    admin('keys/', { name: 'a key', scopes: ['rooms:read'], user: outsiders.at(-1)!.username, lifetime: 60 }),
  'POST keys/{key_id}/revoke/': none('keys', 'revoke/'),
  'GET me/': only('me/'),
  'GET messages/{message_id}/trace/{username}/': ({ messages, crowd }) =>
    admin(`messages/${messages[0]!.id}/trace/${crowd[1]!.username}/`),
  'GET messages/trace/{username}/': ({ crowd, hall }) =>
    admin(`messages/trace/${crowd[1]!.username}/?room_id=${hall.id}&number=1`),
  'GET messages/purge/': ({ crowd }) => admin(`messages/purge/?sender=${crowd[0]!.username}&since=${daysAgo(6)}`),
  'POST messages/purge/': ({ outsiders }) =>
    admin('messages/purge/', { sender: outsiders.at(-1)!.username, since: daysAgo(6) }),
  'GET mails/': only('mails/?limit=100'),
  'POST mails/test/': only('mails/test/', { address: 'ada@example.com' }),
  'GET overview/': only('overview/'),
  'GET pushes/': only('pushes/?limit=100'),
  'POST pushes/test/': ({ outsiders }) => admin('pushes/test/', { username: outsiders.at(-1)!.username }),
  'GET reports/': only('reports/?limit=100'),
  'GET reports/{report_id}/': none('reports'),
  'POST reports/{report_id}/resolve/': none('reports', 'resolve/', { action: 'dismiss' }),
  'POST reports/resolve/': () =>
    admin('reports/resolve/', { action: 'dismiss', report_ids: Array.from({ length: 50 }, randomUUID) }),
  'GET rooms/': only('rooms/?limit=100&query=p'),
  'DELETE rooms/{room_id}/': none('rooms'),
  'GET rooms/{room_id}/': hall(),
  'GET rooms/{room_id}/deletion/': hall('deletion/'),
  'POST rooms/{room_id}/hold/': none('rooms', 'hold/', { reason: 'r'.repeat(200) }),
  'GET rooms/{room_id}/log/': hall('log/'),
  'GET rooms/{room_id}/members/': hall('members/?limit=100'),
  'POST rooms/{room_id}/members/': ({ hall: { id }, crowd }) =>
    admin(`rooms/${id}/members/`, { username: crowd[0]!.username }),
  'POST rooms/{room_id}/name/': none('rooms', 'name/', { name: 'n'.repeat(64) }),
  'POST rooms/{room_id}/owner/': ({ crowd }) => admin(`rooms/${randomUUID()}/owner/`, { username: crowd[0]!.username }),
  'POST rooms/{room_id}/release/': none('rooms', 'release/'),
  'POST rooms/{room_id}/restrictions/': ({ hall: { id }, outsiders }) =>
    admin(`rooms/${id}/restrictions/`, { username: outsiders.at(-1)!.username, kind: 'none' }),
  'GET rooms/{room_id}/restrictions/': hall('restrictions/?limit=100'),
  'POST rooms/{room_id}/retention/': none('rooms', 'retention/', { days: 1 }),
  'GET users/': only('users/?limit=100&query=a&is_active=true&sort=last_activity'),
  'POST users/': ({ crowd }) => admin('users/', { username: crowd[0]!.username, password }),
  'DELETE users/{username}/': none('users'),
  'GET users/{username}/': busy(),
  'POST users/{username}/activate/': lonely('activate/'),
  'POST users/{username}/deactivate/': lonely('deactivate/'),
  'POST users/{username}/erase/': none('users', 'erase/'),
  'GET users/{username}/export/': busy('export/'),
  'GET users/{username}/holdings/': busy('holdings/'),
  'POST users/{username}/password/': lonely('password/', { password }),
  'POST users/{username}/revoke-tokens/': lonely('revoke-tokens/'),
  'POST users/{username}/role/': lonely('role/', { role: 'user' }),
  'POST users/{username}/kind/': lonely('kind/', { kind: 'guest' }),
  'GET users/{username}/rooms/': busy('rooms/?limit=100'),
  'DELETE users/{username}/second-factor/': lonely('second-factor/'),
  'GET users/{username}/sessions/': busy('sessions/'),
  'DELETE users/{username}/sessions/': lonely('sessions/'),
  'POST users/{username}/username/': ({ crowd, outsiders }) =>
    admin(`users/${outsiders.at(-1)!.username}/username/`, { username: crowd[0]!.username }),
  'GET settings/': only('settings/'),
  'PATCH settings/': () =>
    admin('settings/', { welcome: `${'💬'.repeat(1_990)}${String(Math.random())}`.slice(0, 3_990) }),
  'GET webhooks/': only('webhooks/?limit=100'),
  // A webhook would send the events of this spec.
  'POST webhooks/': only('webhooks/', { url: 'file:///nothing' }),
  'DELETE webhooks/{webhook_id}/': none('webhooks'),
  'GET webhooks/{webhook_id}/deletion/': none('webhooks', 'deletion/'),
  'POST webhooks/{webhook_id}/disable/': none('webhooks', 'disable/'),
  'POST webhooks/{webhook_id}/enable/': none('webhooks', 'enable/'),
  'POST webhooks/{webhook_id}/test/': none('webhooks', 'test/'),
  'GET webhooks/deliveries/': only('webhooks/deliveries/?limit=100&state=dead'),
  'POST webhooks/replay/': () => admin('webhooks/replay/', { ids: Array.from({ length: 50 }, randomUUID) }),
};
