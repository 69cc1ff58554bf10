import type { GroupChat } from '@parley/protocol';

import { ALL_SCOPES, makeKey, ApiClient } from '../support/api.js';
import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const SEATS = ['outsider', 'member', 'admin', 'creator'] as const;
type Seat = (typeof SEATS)[number];

interface Scene {
  readonly room: GroupChat;
  readonly messageId: string;
}

interface Act {
  readonly event: string;
  readonly data: (scene: Scene) => object;
  readonly route: (scene: Scene) => readonly [method: string, path: string, body?: object];
}

let parley: Service;
let program: ApiClient;
let persons: Record<Seat | 'other' | 'newcomer', TestUser>;
let devices: Record<Seat | 'other', ChatClient>;

beforeAll(async () => {
  parley = await sharedService();
  const { alice, bob, carol, dave, erin, frank } = await users(
    parley,
    ...(['alice', 'bob', 'carol', 'dave', 'erin', 'frank'] as const),
  );
  persons = { creator: alice, admin: bob, member: carol, outsider: dave, other: erin, newcomer: frank };
  const [creator, admin, member, outsider, other] = await Promise.all(
    [alice, bob, carol, dave, erin].map((user) => user.connect()),
  );
  devices = { creator: creator!, admin: admin!, member: member!, outsider: outsider!, other: other! };
  const { key } = await makeKey(parley, { scopes: `${ALL_SCOPES},act-as-anybody` });
  program = new ApiClient(parley, { authorization: `Bearer ${key}` });
});

async function scene(locked: boolean): Promise<Scene> {
  const participants = [persons.admin.id, persons.member.id, persons.other.id];
  const { data } = await devices.creator.request('room.create', { type: 'GroupChat', name: 'Scene', participants });
  await devices.creator.request('room.modify', {
    room_id: data.id,
    action: 'add_admin',
    data: { users: [persons.admin.id] },
  });
  await devices.other.receive('roomcreate.dispatch', ({ data: room }) => room.id === data.id);
  const { data: message } = await devices.other.request('message.send', { room_id: data.id, content: 'of another' });
  const settings = { room_id: data.id, action: 'update', data: { group_locked: true } };
  if (locked) await devices.creator.request('room.modify', settings);
  return { room: data as GroupChat, messageId: message.id };
}

/** A request about the room with the same fields on a socket and over HTTP. */
const inRoom = (event: string, path: string, fields: object): Act => ({
  event,
  data: ({ room }) => ({ room_id: room.id, ...fields }),
  route: ({ room }) => ['POST', `/api/rooms/${room.id}/${path}/`, fields],
});

const ACTS: Readonly<Record<string, Act>> = {
  send: inRoom('message.send', 'messages', { content: 'hello' }),
  'send nothing': inRoom('message.send', 'messages', { content: '' }),
  'get the room': {
    event: 'room.info',
    data: ({ room }) => ({ room_id: room.id }),
    route: ({ room }) => ['GET', `/api/rooms/${room.id}/`],
  },
  'get the history': {
    event: 'room.messages',
    data: ({ room }) => ({ room_id: room.id, limit: 7 }),
    route: ({ room }) => ['GET', `/api/rooms/${room.id}/messages/?limit=7`],
  },
  'get too much of the history': {
    event: 'room.messages',
    data: ({ room }) => ({ room_id: room.id, before_seq: 1, after_seq: 1, limit: 201 }),
    route: ({ room }) => ['GET', `/api/rooms/${room.id}/messages/?before_seq=1&after_seq=1&limit=201`],
  },
  rename: {
    event: 'room.modify',
    data: ({ room }) => ({ room_id: room.id, action: 'update', data: { description: 'anew' } }),
    route: ({ room }) => ['PATCH', `/api/rooms/${room.id}/`, { description: 'anew' }],
  },
  'add a member': {
    event: 'room.add_members',
    data: ({ room }) => ({ room_id: room.id, members: [persons.newcomer.id] }),
    route: ({ room }) => ['POST', `/api/rooms/${room.id}/members/`, { members: [persons.newcomer.id] }],
  },
  'invite a user': {
    event: 'room.invite',
    data: ({ room }) => ({ room_id: room.id, user_ids: [persons.newcomer.id] }),
    route: ({ room }) => ['POST', `/api/rooms/${room.id}/invitations/`, { user_ids: [persons.newcomer.id] }],
  },
  'withdraw a missing invitation': {
    event: 'room.withdraw_invite',
    data: ({ room }) => ({ room_id: room.id, user_ids: [persons.newcomer.id] }),
    route: ({ room }) => ['DELETE', `/api/rooms/${room.id}/invitations/${String(persons.newcomer.id)}/`],
  },
  'answer a missing invitation': {
    event: 'room.answer_invite',
    data: ({ room }) => ({ room_id: room.id, accept: true }),
    route: ({ room }) => ['POST', `/api/rooms/${room.id}/invitations/answer/`, { accept: true }],
  },
  'list the invitations': {
    event: 'room.invites',
    data: () => ({ limit: 7 }),
    route: () => ['GET', '/api/rooms/invitations/?limit=7'],
  },
  'make the room a favourite': inRoom('room.favourite', 'favourite', { favourite: true }),
  'archive the room': {
    event: 'room.archive',
    data: ({ room }) => ({ room_id: room.id, archived: true }),
    route: ({ room }) => ['POST', `/api/rooms/${room.id}/archive/`, { archived: true }],
  },
  'mark the room as unread': inRoom('room.mark_unread', 'mark-unread', { from_seq: 1 }),
  'choose the notifications of the room': inRoom('room.notify', 'notify', { level: 'mentions' }),
  'list the archived rooms': {
    event: 'room.list',
    data: () => ({ archived: true }),
    route: () => ['GET', '/api/rooms/?archived=true'],
  },
  'list rooms by an invalid choice': {
    event: 'room.list',
    data: () => ({ archived: 'maybe' }),
    route: () => ['GET', '/api/rooms/?archived=maybe'],
  },
  'list the sessions': {
    event: 'session.list',
    data: () => ({}),
    route: () => ['GET', '/api/sessions/'],
  },
  'close a session of nobody': {
    event: 'session.close',
    data: ({ messageId }) => ({ session_id: messageId }),
    route: ({ messageId }) => ['DELETE', `/api/sessions/${messageId}/`],
  },
  'remove a member': {
    event: 'room.remove_members',
    data: ({ room }) => ({ room_id: room.id, members: [persons.other.id] }),
    route: ({ room }) => ['DELETE', `/api/rooms/${room.id}/members/${String(persons.other.id)}/`],
  },
  'remove the creator': {
    event: 'room.remove_members',
    data: ({ room }) => ({ room_id: room.id, members: [persons.creator.id] }),
    route: ({ room }) => ['DELETE', `/api/rooms/${room.id}/members/${String(persons.creator.id)}/`],
  },
  'give a role': {
    event: 'room.modify',
    data: ({ room }) => ({ room_id: room.id, action: 'add_admin', data: { users: [persons.other.id] } }),
    route: ({ room }) => ['POST', `/api/rooms/${room.id}/roles/`, { action: 'add_admin', users: [persons.other.id] }],
  },
  "edit another's message": {
    event: 'message.modify',
    data: ({ messageId }) => ({ action: 'update', message_id: messageId, extra_fields: { content: 'mine' } }),
    route: ({ messageId }) => ['PATCH', `/api/messages/${messageId}/`, { content: 'mine' }],
  },
  "delete another's message": {
    event: 'message.modify',
    data: ({ messageId }) => ({ action: 'delete', message_id: messageId }),
    route: ({ messageId }) => ['DELETE', `/api/messages/${messageId}/`],
  },
  react: {
    event: 'message.react',
    data: ({ messageId }) => ({ type: 'add', message_id: messageId, reaction_content: '👍' }),
    route: ({ messageId }) => ['POST', `/api/messages/${messageId}/reactions/`, { reaction_content: '👍' }],
  },
  'remove a missing reaction': {
    event: 'message.react',
    data: ({ messageId }) => ({ type: 'remove', message_id: messageId, reaction_content: '👍' }),
    route: ({ messageId }) => [
      'DELETE',
      `/api/messages/${messageId}/reactions/?reaction_content=${encodeURIComponent('👍')}`,
    ],
  },
  pin: {
    event: 'message.pin',
    data: ({ messageId }) => ({ message_id: messageId, pinned: true }),
    route: ({ messageId }) => ['POST', `/api/messages/${messageId}/pin/`, { pinned: true }],
  },
  'list pins': {
    event: 'room.pins',
    data: ({ room }) => ({ room_id: room.id, limit: 1 }),
    route: ({ room }) => ['GET', `/api/rooms/${room.id}/pins/?limit=1`],
  },
  'delete the room': {
    event: 'room.modify',
    data: ({ room }) => ({ room_id: room.id, action: 'delete' }),
    route: ({ room }) => ['DELETE', `/api/rooms/${room.id}/`],
  },
  'reply in a thread': {
    event: 'message.send',
    data: ({ room, messageId }) => ({ room_id: room.id, content: 'hello', extra_fields: { thread_id: messageId } }),
    route: ({ room, messageId }) => [
      'POST',
      `/api/rooms/${room.id}/messages/`,
      { content: 'hello', extra_fields: { thread_id: messageId } },
    ],
  },
  'get the history with threads': {
    event: 'room.messages',
    data: ({ room }) => ({ room_id: room.id, include_threads: true, limit: 7 }),
    route: ({ room }) => ['GET', `/api/rooms/${room.id}/messages/?include_threads=true&limit=7`],
  },
  'get a thread': {
    event: 'thread.messages',
    data: ({ messageId }) => ({ thread_id: messageId, limit: 7 }),
    route: ({ messageId }) => ['GET', `/api/threads/${messageId}/messages/?limit=7`],
  },
  'follow a thread': {
    event: 'thread.follow',
    data: ({ messageId, room }) => ({ thread_id: messageId, room_id: room.id, follow: true }),
    route: ({ messageId, room }) => ['POST', `/api/threads/${messageId}/follow/?room_id=${room.id}`, { follow: true }],
  },
  'read a thread': {
    event: 'message.read',
    data: ({ messageId }) => ({ thread_id: messageId, up_to_seq: 9 }),
    route: ({ messageId }) => ['POST', `/api/threads/${messageId}/read/`, { up_to_seq: 9 }],
  },
  'list the threads': {
    event: 'thread.list',
    data: () => ({ unread_only: true }),
    route: () => ['GET', '/api/threads/?unread_only=true'],
  },
  'preview the room': {
    event: 'room.preview',
    data: ({ room }) => ({ room_id: room.id }),
    route: ({ room }) => ['GET', `/api/rooms/${room.id}/preview/`],
  },
  'search channels': {
    event: 'channel.search',
    data: () => ({ query: 'x', limit: 1 }),
    route: () => ['GET', '/api/rooms/channels/?query=x&limit=1'],
  },
  'search users': {
    event: 'user.search',
    data: () => ({ query: persons.other.username }),
    route: () => ['GET', `/api/users/?query=${persons.other.username}`],
  },
  'get profiles': {
    event: 'user.info',
    data: () => ({ user_ids: [persons.other.id, persons.newcomer.id] }),
    route: () => ['POST', '/api/users/info/', { user_ids: [persons.other.id, persons.newcomer.id] }],
  },
  'change the profile': {
    event: 'user.update',
    data: () => ({ status: { text: 'Away' } }),
    route: () => ['PATCH', '/api/users/me/', { status: { text: 'Away' } }],
  },
  'choose all notifications': {
    event: 'user.notify',
    data: () => ({ level: 'mentions' }),
    route: () => ['PATCH', '/api/users/me/notify/', { level: 'mentions' }],
  },
  'change the profile wrongly': {
    event: 'user.update',
    data: () => ({ avatar: 'nowhere', username: 'x' }),
    route: () => ['PATCH', '/api/users/me/', { avatar: 'nowhere', username: 'x' }],
  },
  leave: {
    event: 'room.leave',
    data: ({ room }) => ({ room_id: room.id }),
    route: ({ room }) => ['POST', `/api/rooms/${room.id}/leave/`],
  },
};

const STATUS: Readonly<Record<number, number>> = { 4002: 403, 4003: 400, 4004: 404, 4005: 409 };

/** In terms of HTTP: the event type of the answer, or status and reason. */
async function onSocket(membership: Seat, { event, data }: Act, at: Scene): Promise<unknown> {
  const frame = await devices[membership].response(devices[membership].sendRequest(event, data(at)));
  if (!('error' in frame)) return { status: 200, eventType: frame.eventType };
  const { code, detail } = frame.error as { code: number; detail: unknown };
  return { status: STATUS[code], detail };
}

async function overHttp(membership: Seat, { route }: Act, at: Scene): Promise<unknown> {
  const { status, body } = await program.onBehalfOf(String(persons[membership].id)).send(...route(at));
  if (status === 200) return { status, eventType: (body as { eventType: string }).eventType };
  const { code, detail } = body as { code?: string; detail?: string };
  return { status, detail: code === undefined ? inData(body as object) : detail };
}

/** Fields of a body, which are nested deeper in the data of the event. */
const inData = (faults: object): object =>
  Object.fromEntries(Object.entries(faults).map(([field, reasons]) => [field.replace(/^.*\./, ''), reasons]));

describe.each(SEATS)('as %s', (membership) => {
  it.each(Object.keys(ACTS))('the answer to "%s" is the same over HTTP as on a socket', async (name) => {
    const act = ACTS[name]!;
    for (const locked of [false, true]) {
      const [one, other] = [await scene(locked), await scene(locked)];
      const [received, answered] = [await onSocket(membership, act, one), await overHttp(membership, act, other)];
      expect(answered).toEqual(received);
    }
  });
});

describe('the compared requests', () => {
  it('have outcomes of every kind, so that the comparison is meaningful', async () => {
    const verdicts = new Set<number>();
    for (const membership of SEATS) {
      for (const act of Object.values(ACTS)) {
        verdicts.add(((await overHttp(membership, act, await scene(true))) as { status: number }).status);
      }
    }
    expect([...verdicts].sort()).toEqual([200, 400, 403, 404]);
  });
});
