import { createECDH, randomUUID } from 'node:crypto';

import { password } from '../servers/template.js';
import { externalIdOf, idsOf, LARGE, largeMessage, MARKET } from './world.js';
import type { World } from './world.js';

/** A request over HTTP. */
export interface HttpRequest {
  readonly path: string;
  readonly body?: object;
}

const LONG_TICKET = 't'.repeat(4_096);

/** The most expensive valid request of a route. `at` is the place of its user. */
type Worst = (world: World, at: number) => HttpRequest;

const room = ({ rooms }: World, at: number): string => `/api/rooms/${rooms[at]!.id}/`;
const message = ({ messages }: World, at: number): string => `/api/messages/${messages[at]!.id}/`;
const anUpload: Worst = ({ uploads }, at) => ({ path: `/api/uploads/${uploads[at]!}` });
/** In a room that the user has made. */
const asked = ({ spread }: World, at: number): string => `/api/messages/${spread[at]!.id}/`;
const members = ({ crowd, invited }: World, at: number): number[] =>
  idsOf(crowd.filter((user, place) => place !== at && user !== invited));
const roles = (world: World, at: number, path: string, body: object): HttpRequest => ({
  path: `${room(world, at)}${path}/`,
  body: { users: members(world, at), ...body },
});
const only =
  (path: string): Worst =>
  () => ({ path });

const LONG_ID = 'e'.repeat(200);
const productFields = (): object => ({
  first_name: 'f'.repeat(150),
  last_name: 'l'.repeat(150),
  email: `${randomUUID()}@example.com`,
  custom: { text: 'c'.repeat(100) },
  language: 'de',
});
const productUser = (external_id: string): object => ({ external_id, ...productFields() });

let exchanges = 0;

/** One half of these users enters a room, and the other one leaves it, alternately. */
function halvesOf(ids: readonly string[]): object {
  const halves = [ids.slice(0, ids.length / 2), ids.slice(ids.length / 2)];
  exchanges += 1;
  return { add: halves[exchanges % 2], remove: halves[(exchanges + 1) % 2] };
}

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

/** A public key as browsers make them. */
const BROWSER_KEY = createECDH('prime256v1').generateKeys('base64url');

/** For every route of the published API, by its method and template. */
export const worstRoutes: Readonly<Record<string, Worst | undefined>> = {
  'PATCH /api/messages/{message_id}/': (world, at) => ({
    path: message(world, at),
    body: { content: '💬'.repeat(10_000) },
  }),
  'DELETE /api/messages/{message_id}/': (world, at) => ({ path: message(world, at) }),
  'POST /api/messages/{message_id}/reactions/': (world, at) => ({
    path: `${message(world, at)}reactions/`,
    body: { reaction_content: '💬'.repeat(16) },
  }),
  'DELETE /api/messages/{message_id}/reactions/': (world, at) => ({
    path: `${message(world, at)}reactions/?reaction_content=${encodeURIComponent('💬'.repeat(16))}`,
  }),
  'DELETE /api/messages/{message_id}/previews/': (world, at) => ({
    path: `${asked(world, at)}previews/?url=${encodeURIComponent(world.pages.links[0]!)}`,
  }),
  'GET /api/account/rights/': only('/api/account/rights/'),
  'PUT /api/rooms/external/{external_id}/': ({ crowd }, at) => ({
    path: `/api/rooms/external/${randomUUID()}/`,
    body: {
      type: 'GroupChat',
      name: '💬'.repeat(64),
      description: 'd'.repeat(2_000),
      property: { preferences: LARGE },
      created_by: externalIdOf(crowd[at]!),
      members: crowd.map(externalIdOf),
    },
  }),
  'POST /api/rooms/external/{external_id}/members/': ({ crowd }) => ({
    path: `/api/rooms/external/${MARKET}/members/`,
    body: halvesOf(crowd.slice(1).map(externalIdOf)),
  }),
  'POST /api/users/external/': () => ({
    path: '/api/users/external/',
    body: { users: Array.from({ length: 100 }, () => productUser(randomUUID())) },
  }),
  'PUT /api/users/external/{external_id}/': () => ({
    path: `/api/users/external/${randomUUID()}/`,
    body: productFields(),
  }),
  'DELETE /api/users/external/{external_id}/': () => ({ path: `/api/users/external/${LONG_ID}/?mode=erase` }),
  'POST /api/users/external/{external_id}/tokens/': () => ({
    path: `/api/users/external/${randomUUID()}/tokens/`,
    body: { user: productFields(), device: 'd'.repeat(100) },
  }),
  'DELETE /api/users/external/{external_id}/tokens/': only(`/api/users/external/${LONG_ID}/tokens/`),
  'GET /api/deployment/': only('/api/deployment/'),
  'POST /api/setup/': () => ({ path: '/api/setup/', body: { key: LONG_TICKET } }),
  // As far as it goes without an invitation: with one, each makes a user.
  'POST /api/accounts/': () => ({
    path: '/api/accounts/',
    body: { username: 'n'.repeat(30), password, invitation: 'i'.repeat(200) },
  }),
  'POST /api/accounts/verify/{token}': () => ({ path: `/api/accounts/verify/${'t'.repeat(1_000)}` }),
  'GET /api/account/address/': only('/api/account/address/'),
  'POST /api/mail/unsubscribe/{token}': () => ({ path: `/api/mail/unsubscribe/${'t'.repeat(1_000)}` }),
  'GET /api/mail/unsubscribe/{token}': () => ({ path: `/api/mail/unsubscribe/${'t'.repeat(1_000)}` }),
  'GET /api/account/recovery/': only('/api/account/recovery/'),
  'POST /api/account/recovery/': () => ({
    path: '/api/account/recovery/',
    body: { email: `${'e'.repeat(60)}${String(Math.random())}@example.com` },
  }),
  'POST /api/account/recovery/confirm/': () => ({
    path: '/api/account/recovery/confirm/',
    body: { token: LONG_TICKET.slice(0, 2_000), password },
  }),
  'POST /api/invitations/': ({ rooms }, at) => ({
    path: '/api/invitations/',
    body: { rooms: [rooms[at]!.id], uses: 1_000, expires_in: 7_776_000 },
  }),
  'GET /api/invitations/': only('/api/invitations/?limit=100'),
  'DELETE /api/invitations/{invitation_id}/': () => ({ path: `/api/invitations/${randomUUID()}/` }),
  'GET /api/invitations/by-token/{token}': only(`/api/invitations/by-token/${'i'.repeat(200)}`),
  'POST /api/invitations/by-token/{token}/accept/': only(`/api/invitations/by-token/${'i'.repeat(200)}/accept/`),
  'GET /api/images/status/': only('/api/images/status/'),
  'GET /api/images/': ({ pages }) => ({
    path: `/api/images/?url=${encodeURIComponent(`${pages.picture}?${String(Math.random())}`)}`,
  }),
  'POST /api/messages/{message_id}/poll/votes/': (world, at) => ({
    path: `${asked(world, at)}poll/votes/`,
    body: { options: Math.random() < 0.5 ? Array.from({ length: 12 }, (_, place) => place) : [] },
  }),
  'POST /api/messages/{message_id}/poll/close/': (world, at) => ({ path: `${asked(world, at)}poll/close/` }),
  'POST /api/messages/{message_id}/pin/': (world, at) => ({
    path: `${asked(world, at)}pin/`,
    body: { pinned: Math.random() < 0.5 },
  }),
  'GET /api/rooms/{room_id}/notices/': ({ hall }) => ({ path: `/api/rooms/${hall.id}/notices/?limit=100` }),
  'GET /api/rooms/{room_id}/held/': ({ hall }) => ({ path: `/api/rooms/${hall.id}/held/?limit=200` }),
  'POST /api/messages/{message_id}/release/': (world, at) => ({
    path: `${asked(world, at)}release/`,
    body: { allow: true },
  }),
  'GET /api/rooms/{room_id}/pins/': ({ hall }) => ({ path: `/api/rooms/${hall.id}/pins/?limit=200` }),
  'POST /api/rooms/{room_id}/draft/': ({ hall }) => ({
    path: `/api/rooms/${hall.id}/draft/`,
    body: { content: `${'💬'.repeat(9_990)}${String(Math.random())}`.slice(0, 19_990) },
  }),
  'POST /api/messages/{message_id}/save/': (world, at) => ({
    path: `${message(world, at)}save/`,
    body: { saved: true, remind_at: '2100-01-01T00:00:00Z' },
  }),
  'GET /api/reports/': ({ rooms }, at) => ({ path: `/api/reports/?limit=100&room_id=${rooms[at]!.id}` }),
  'POST /api/reports/': ({ messages }) => ({
    path: '/api/reports/',
    body: { message_id: messages[0]!.id, reason: 'spam', comment: '💬'.repeat(500) },
  }),
  'POST /api/reports/{report_id}/resolve/': () => ({
    path: `/api/reports/${randomUUID()}/resolve/`,
    body: { action: 'dismiss' },
  }),
  'GET /api/messages/saved/': only('/api/messages/saved/?limit=200'),
  'POST /api/rooms/{room_id}/scheduled/': ({ hall, messages }) => {
    const { room_id: _room, ...body } = largeMessage(hall.id, messages[0]);
    return { path: `/api/rooms/${hall.id}/scheduled/`, body: { ...body, send_at: inAnHour() } };
  },
  'GET /api/messages/scheduled/': only('/api/messages/scheduled/?limit=200'),
  'PATCH /api/messages/scheduled/{id}/': () => ({
    path: `/api/messages/scheduled/${randomUUID()}/`,
    body: { content: '💬'.repeat(10_000), send_at: inAnHour() },
  }),
  'DELETE /api/messages/scheduled/{id}/': () => ({ path: `/api/messages/scheduled/${randomUUID()}/` }),
  'GET /api/messages/search/': () => ({
    path: `/api/messages/search/?limit=50&query=${encodeURIComponent('a b ab 💬 💬💬 ba zz qq')}`,
  }),
  'GET /api/push/key/': only('/api/push/key/'),
  'GET /api/push/subscriptions/': only('/api/push/subscriptions/'),
  'POST /api/push/subscriptions/': () => ({
    path: '/api/push/subscriptions/',
    body: {
      endpoint: `https://push.example.com/${'a'.repeat(1_000)}`,
      keys: { p256dh: BROWSER_KEY, auth: 'a'.repeat(22) },
    },
  }),
  'DELETE /api/push/subscriptions/': () => ({
    path: '/api/push/subscriptions/',
    body: { endpoint: 'https://x.example/' },
  }),
  'POST /api/rooms/': (world, at) => ({
    path: '/api/rooms/',
    body: {
      type: 'GroupChat',
      name: 'x'.repeat(64),
      description: '💬'.repeat(2_000),
      participants: members(world, at),
      extra_fields: { property: { preferences: LARGE } },
    },
  }),
  'GET /api/rooms/': only('/api/rooms/?limit=1000'),
  'GET /api/rooms/{room_id}/': (world, at) => ({ path: room(world, at) }),
  'PATCH /api/rooms/{room_id}/': (world, at) => ({
    path: room(world, at),
    body: { property: { preferences: { ...LARGE, random: Math.random() } } },
  }),
  'DELETE /api/rooms/{room_id}/': (world, at) => ({ path: room(world, at) }),
  'POST /api/rooms/{room_id}/favourite/': (world, at) => ({
    path: `${room(world, at)}favourite/`,
    body: { favourite: Math.random() < 0.5 },
  }),
  'POST /api/rooms/{room_id}/archive/': (world, at) => ({
    path: `${room(world, at)}archive/`,
    body: { archived: Math.random() < 0.5 },
  }),
  'POST /api/rooms/{room_id}/mark-unread/': (world, at) => ({
    path: `${room(world, at)}mark-unread/`,
    body: { from_seq: 1 },
  }),
  'POST /api/rooms/{room_id}/notify/': (world, at) => ({
    path: `${room(world, at)}notify/`,
    body: { level: Math.random() < 0.5 ? 'none' : 'mentions' },
  }),
  'POST /api/rooms/{room_id}/invitations/': (world, at) => ({
    path: `${room(world, at)}invitations/`,
    // Without the first one, who may be banned from the room: the requests `room.restrict` end with either kind.
    body: { user_ids: idsOf(world.outsiders.slice(1)) },
  }),
  'DELETE /api/rooms/{room_id}/invitations/{user_id}/': (world, at) => ({
    path: `${room(world, at)}invitations/${String(world.outsiders[0]!.id)}/`,
  }),
  'POST /api/rooms/{room_id}/invitations/answer/': (world, at) => ({
    path: `${room(world, at)}invitations/answer/`,
    body: { accept: false },
  }),
  'POST /api/rooms/{room_id}/join-requests/{user_id}/': (world, at) => ({
    path: `${room(world, at)}join-requests/${String(world.outsiders[0]!.id)}/`,
    body: { decision: 'deny' },
  }),
  'POST /api/rooms/{room_id}/join/': ({ plaza }) => ({ path: `/api/rooms/${plaza.id}/join/` }),
  'POST /api/rooms/{room_id}/leave/': ({ plaza }) => ({ path: `/api/rooms/${plaza.id}/leave/` }),
  'POST /api/rooms/{room_id}/nickname/': (world, at) => ({
    path: `${room(world, at)}nickname/`,
    body: { nickname: `${'💬'.repeat(40)}${String(Math.random()).slice(0, 8)}` },
  }),
  'GET /api/rooms/{room_id}/restrictions/': (world, at) => ({ path: `${room(world, at)}restrictions/?limit=200` }),
  'POST /api/rooms/{room_id}/restrictions/': (world, at) => ({
    path: `${room(world, at)}restrictions/`,
    body: {
      user_id: world.outsiders[0]!.id,
      kind: 'mute',
      reason: `${'💬'.repeat(480)}${String(Math.random())}`.slice(0, 995),
    },
  }),
  'GET /api/rooms/{room_id}/members/': ({ hall }) => ({ path: `/api/rooms/${hall.id}/members/?limit=200` }),
  'POST /api/rooms/{room_id}/members/': (world, at) => ({
    path: `${room(world, at)}members/`,
    body: { members: members(world, at) },
  }),
  'DELETE /api/rooms/{room_id}/members/{user_id}/': (world, at) => ({
    path: `${room(world, at)}members/${String(world.outsiders[0]!.id)}/`,
  }),
  'POST /api/rooms/{room_id}/messages/': ({ hall, messages }) => {
    const { content, extra_fields } = largeMessage(hall.id, messages[0]);
    return { path: `/api/rooms/${hall.id}/messages/`, body: { content, extra_fields } };
  },
  'GET /api/rooms/{room_id}/messages/': ({ hall }) => ({ path: `/api/rooms/${hall.id}/messages/?limit=200` }),
  'POST /api/rooms/{room_id}/permissions/': (world, at) =>
    roles(world, at, 'permissions', { action: 'add_permission', permission: ['can_add_new_participants'] }),
  'POST /api/rooms/{room_id}/read/': ({ hall }) => ({
    path: `/api/rooms/${hall.id}/read/`,
    body: { up_to_seq: 1_000 },
  }),
  'POST /api/rooms/{room_id}/roles/': (world, at) => roles(world, at, 'roles', { action: 'add_admin' }),
  'POST /api/rooms/{room_id}/typing/': ({ hall }) => ({ path: `/api/rooms/${hall.id}/typing/`, body: {} }),
  'POST /api/uploads/': ({ hall }) => ({
    path: '/api/uploads/',
    body: { filename: '\u0001'.repeat(400), mime_type: 'text/plain', size: 26_214_400, room_id: hall.id },
  }),
  'HEAD /api/uploads/{upload_id}': anUpload,
  'GET /api/uploads/{upload_id}': anUpload,
  'PATCH /api/uploads/{upload_id}': anUpload,
  'DELETE /api/uploads/{upload_id}': anUpload,
  'POST /api/uploads/{upload_id}/complete/': (world, at) => ({ path: `${anUpload(world, at).path}/complete/` }),
  'GET /api/files/{attachment_id}': ({ file }) => ({ path: `/api/files/${file}` }),
  'POST /api/account/password/': () => ({
    path: '/api/account/password/',
    body: { old_password: password, new_password: password },
  }),
  'POST /api/account/reauthentication/': () => ({ path: '/api/account/reauthentication/', body: { password } }),
  'GET /api/rooms/invitations/': only('/api/rooms/invitations/?limit=200'),
  'GET /api/sessions/': only('/api/sessions/'),
  'DELETE /api/sessions/{session_id}/': () => ({ path: `/api/sessions/${randomUUID()}/` }),
  'POST /api/token/': ({ crowd }, at) => ({ path: '/api/token/', body: { username: crowd[at]!.username, password } }),
  'POST /api/token/refresh/': ({ crowd }, at) => ({
    path: '/api/token/refresh/',
    body: { refresh: crowd[at]!.tokens.refresh },
  }),
  'POST /api/token/revoke/': ({ crowd }, at) => ({
    path: '/api/token/revoke/',
    body: { refresh: crowd[at]!.tokens.refresh },
  }),
  'POST /api/token/verify/': ({ crowd }, at) => ({
    path: '/api/token/verify/',
    body: { token: crowd[at]!.tokens.access },
  }),
  // Neither a ticket nor a code is valid.
  'POST /api/token/second-factor/': () => ({
    path: '/api/token/second-factor/',
    body: { ticket: LONG_TICKET, code: '0' },
  }),
  'POST /api/token/enrolment/': () => ({ path: '/api/token/enrolment/', body: { ticket: LONG_TICKET } }),
  'POST /api/token/enrolment/confirm/': () => ({
    path: '/api/token/enrolment/confirm/',
    body: { ticket: LONG_TICKET, code: '0' },
  }),
  'GET /api/users/me/second-factor/': only('/api/users/me/second-factor/'),
  'POST /api/users/me/second-factor/': () => ({ path: '/api/users/me/second-factor/' }),
  'POST /api/users/me/second-factor/confirm/': () => ({
    path: '/api/users/me/second-factor/confirm/',
    body: { code: '000000' },
  }),
  'DELETE /api/users/me/second-factor/': () => ({
    path: '/api/users/me/second-factor/',
    body: { code: 'a'.repeat(64) },
  }),
  'GET /api/threads/': only('/api/threads/?limit=100'),
  'GET /api/threads/{thread_id}/messages/': ({ thread }) => ({ path: `/api/threads/${thread.id}/messages/?limit=200` }),
  'POST /api/threads/{thread_id}/follow/': ({ thread }) => ({
    path: `/api/threads/${thread.id}/follow/`,
    body: { follow: Math.random() < 0.5 },
  }),
  'POST /api/threads/{thread_id}/read/': ({ thread }) => ({
    path: `/api/threads/${thread.id}/read/`,
    body: { up_to_seq: 1_000 },
  }),
  'GET /api/users/{username}/': ({ outsiders }) => ({ path: `/api/users/${outsiders[0]!.username}/` }),
  'GET /api/users/': only('/api/users/?query=a&limit=100'),
  'POST /api/users/info/': (world, at) => ({ path: '/api/users/info/', body: { user_ids: members(world, at) } }),
  'GET /api/rooms/channels/': only('/api/rooms/channels/?limit=100'),
  'GET /api/rooms/{room_id}/preview/': ({ plaza }) => ({ path: `/api/rooms/${plaza.id}/preview/` }),
  'GET /api/users/me/blocks/': only('/api/users/me/blocks/?limit=200'),
  'POST /api/users/me/blocks/{user_id}/': ({ outsiders }) => ({
    path: `/api/users/me/blocks/${String(outsiders[0]!.id)}/`,
  }),
  'DELETE /api/users/me/blocks/{user_id}/': ({ outsiders }) => ({
    path: `/api/users/me/blocks/${String(outsiders[0]!.id)}/`,
  }),
  'PATCH /api/users/me/': () => ({ path: '/api/users/me/', body: { custom: { ...LARGE, random: Math.random() } } }),
  'PATCH /api/users/me/notify/': () => ({
    path: '/api/users/me/notify/',
    body: { level: Math.random() < 0.5 ? 'none' : 'mentions' },
  }),
  'GET /health': only('/health'),
  'GET /health/live': only('/health/live'),
  'GET /health/ready': only('/health/ready'),
  'GET /metrics': only('/metrics'),
};
