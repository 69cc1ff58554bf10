import { randomUUID } from 'node:crypto';

import type { RequestData, RequestName } from './frames.js';

/** The ids and names that the requests of one story use. */
export interface Named {
  readonly room: string;
  /** A message of the room by another user. */
  readonly message: string;
  /** A message of the room by the requester, if there is one. */
  readonly own: string;
  /** A user who is in the room, and one who is not. */
  readonly member: number;
  readonly outsider: number;
  /** The username of a member. */
  readonly username: string;
  /** An access token of a member. */
  readonly token: string;
}

const HOUR_MS = 3_600_000;

const MEDIA = [{ media_url: 'https://x.example/a.png', media_type: 'image', mime_type: 'image/png', file_size: 1 }];

/**
 * By event, the requests of a member about a room, in every form of the event. Each is valid: only the requester's
 * rights decide whether it is refused.
 */
export function requestsAbout(named: Named): Readonly<Record<string, readonly object[]>> {
  const { room: room_id, message: message_id, own, member, outsider, username, token } = named;
  const send_at = new Date(Date.now() + HOUR_MS).toISOString();
  const send = (extra_fields: Readonly<Record<string, unknown>>): RequestData<'message.send'> => ({
    room_id,
    content: 'x',
    extra_fields,
  });
  const requests: { readonly [Name in RequestName]: readonly RequestData<Name>[] } = {
    'channel.search': [{}, { query: 'x' }],
    'draft.set': [
      { room_id, content: 'unsent' },
      { room_id, thread_id: message_id, content: 'unsent in a thread' },
      { room_id, content: '' },
    ],
    'member.nickname': [
      { room_id, nickname: 'x' },
      { room_id, nickname: 'y', user_id: member },
      { room_id, nickname: '', user_id: member },
      { room_id, nickname: '', user_id: outsider },
    ],
    'message.acknowledged': [{ message_id }, { message_id: [message_id, own] }, { message_id, room_id }],
    'message.modify': [
      { action: 'update', message_id: own, extra_fields: { content: 'y' } },
      { action: 'update', message_id, extra_fields: { content: 'y' } },
      { action: 'update', message_id: own, room_id, extra_fields: { content: 'z' } },
      { action: 'update', message_id: own, room_id, extra_fields: { mentions: [member], metadata: { a: 1 } } },
      { action: 'delete', message_id, room_id },
      { action: 'delete', message_id: [own, message_id] },
      { action: 'delete', message_id },
    ],
    'message.react': [
      { type: 'add', message_id, reaction_content: 'x' },
      { type: 'add', message_id, room_id, reaction_content: 'y' },
      { type: 'remove', message_id: own, reaction_content: 'x' },
    ],
    'message.release': [
      { message_id, allow: true },
      { message_id, room_id, allow: true },
      { message_id: own, room_id, allow: false },
    ],
    'held.list': [{ room_id }, { room_id, limit: 1 }],
    'message.pin': [
      { message_id, pinned: true },
      { message_id, room_id, pinned: true },
      { message_id, pinned: false },
    ],
    'message.read': [
      { message_id },
      { message_id: [message_id, own] },
      { message_id: [message_id, own], room_id },
      { room_id, up_to_seq: 1_000 },
    ],
    'message.remove_preview': [
      { message_id, url: 'https://example.com/' },
      { message_id, room_id, url: 'https://example.com/' },
    ],
    'message.report': [
      { message_id, reason: 'spam' },
      { message_id, room_id, reason: 'other', comment: 'x' },
    ],
    'message.save': [
      { message_id, saved: true },
      { message_id, room_id, saved: true, remind_at: '2100-01-01T00:00:00Z' },
      { message_id, saved: false },
    ],
    'message.schedule': [
      { room_id, content: 'x', send_at },
      {
        room_id,
        content: 'x',
        send_at,
        extra_fields: { parent_message_id: message_id },
        client_message_id: randomUUID(),
      },
    ],
    'message.search': [
      { query: 'x', room_id },
      { query: 'of', room_id },
      { query: 'x', room_id, limit: 1 },
      { room_id, from_user_id: member },
      { room_id, has: ['file', 'pin'] },
    ],
    'message.send': [
      { room_id, content: 'x' },
      { room_id, content: 'x', client_message_id: randomUUID() },
      send({ parent_message_id: message_id }),
      send({ forwarded_from_id: message_id }),
      send({ forwarded_from_id: message_id, forwarded_from_room_id: room_id }),
      send({ media: MEDIA }),
      send({ thread_id: message_id, also_to_room: true }),
      send({ poll: { options: ['a', 'b'] } }),
      send({ mentions: [member], kind: 'card', metadata: { a: 1 }, silent: true }),
    ],
    'message.typing': [{ room_id }],
    'notification.acknowledge': [
      { notification_id: message_id },
      { notification_id: [message_id, own] },
      { notification_id: message_id, room_id },
    ],
    'poll.close': [{ message_id }, { message_id, room_id }],
    'poll.vote': [
      { message_id, options: [0] },
      { message_id, room_id, options: [] },
    ],
    'presence.subscribe': [{ user_ids: [member, outsider] }],
    'room.add_members': [
      { room_id, members: [outsider] },
      { room_id, members: [member] },
    ],
    'room.archive': [
      { room_id, archived: true },
      { room_id, archived: false },
    ],
    'room.create': [{ type: 'OneToOneChat', participants: [member] }],
    'room.favourite': [
      { room_id, favourite: true },
      { room_id, favourite: false },
    ],
    'room.info': [{ room_id }],
    'room.answer_invite': [
      { room_id, accept: true },
      { room_id, accept: false },
    ],
    'room.invite': [
      { room_id, user_ids: [outsider] },
      { room_id, user_ids: [member] },
    ],
    'room.invites': [{}, { limit: 1 }],
    'room.join': [{ room_id }],
    'room.leave': [{ room_id }],
    'room.list': [{}, { archived: true }],
    'room.mark_unread': [{ room_id, from_seq: 1 }],
    'room.notify': [
      { room_id, level: 'mentions' },
      { room_id, level: 'none', muted_until: '2999-01-01T00:00:00Z' },
      { room_id, level: null },
    ],
    'room.members': [{ room_id }, { room_id, limit: 1 }, { room_id, list: 'join_requests' }],
    'room.messages': [
      { room_id },
      { room_id, paginate: { page: 1, size: 2 } },
      { room_id, paginate: { page: 1_000 } },
      { room_id, before_seq: 1_000 },
      { room_id, after_seq: 0 },
      { room_id, include_threads: true },
    ],
    'room.notices': [{ room_id }, { room_id, after: 0, before: 1_000, limit: 1 }],
    'room.pins': [{ room_id }, { room_id, limit: 1 }],
    'room.modify': [
      { room_id, action: 'update', data: { name: 'y' } },
      { room_id, action: 'update', data: { avatar_upload_id: message_id } },
      { room_id, action: 'update', data: { slow_mode_seconds: 1, max_message_length: 1, media_allowed: false } },
      { room_id, action: 'update', data: { message_ttl_seconds: 60 } },
      { room_id, action: 'add_admin', data: { users: [member] } },
      { room_id, action: 'remove_admin', data: { users: [member] } },
      { room_id, action: 'add_moderator', data: { users: [member] } },
      { room_id, action: 'remove_moderator', data: { users: [member] } },
      { room_id, action: 'add_permission', data: { users: [member], permission: ['can_add_new_participants'] } },
      { room_id, action: 'remove_permission', data: { users: [member], permission: ['can_add_new_participants'] } },
      { room_id, action: 'delete' },
    ],
    'room.preview': [{ room_id }],
    'room.remove_members': [
      { room_id, members: [member] },
      { room_id, members: [outsider] },
    ],
    'report.list': [{ room_id }, { room_id, state: 'resolved', limit: 1 }],
    'report.resolve': [{ report_id: own, action: 'dismiss', note: 'x' }],
    'room.restrict': [
      { room_id, user_id: member, kind: 'mute', until: '2999-01-01T00:00:00Z', reason: 'y' },
      { room_id, user_id: outsider, kind: 'ban' },
      { room_id, user_id: outsider, kind: 'none' },
    ],
    'room.restrictions': [{ room_id }, { room_id, limit: 1 }],
    'room.review_join': [
      { room_id, user_id: outsider, decision: 'approve' },
      { room_id, user_id: outsider, decision: 'deny' },
    ],
    'room.withdraw_invite': [{ room_id, user_ids: [outsider, member] }],
    'saved.list': [{}, { limit: 1 }],
    'schedule.cancel': [{ id: own }],
    'schedule.list': [{}, { limit: 1 }],
    'schedule.update': [
      { id: own, send_at },
      { id: own, content: 'y' },
    ],
    'session.authenticate': [{ token }],
    'session.close': [{ session_id: own }],
    'session.heartbeat': [{}],
    'session.list': [{}],
    'session.sync': [{ rooms: { [room_id]: 0 } }, { rooms: { [room_id]: 1_000 } }],
    'thread.follow': [
      { thread_id: message_id, follow: true },
      { thread_id: message_id, room_id, follow: false },
    ],
    'thread.list': [{}, { limit: 1, unread_only: true }],
    'thread.messages': [{ thread_id: message_id }, { thread_id: message_id, room_id, after_seq: 0 }],
    'user.find': [{ username }],
    'user.block': [
      { user_id: outsider, blocked: true },
      { user_id: outsider, blocked: false },
    ],
    'user.blocks': [{}, { limit: 1 }],
    'user.info': [{ user_ids: [member] }, { user_ids: [outsider] }],
    'user.search': [{ query: username }, { query: username, limit: 1 }],
    'user.notify': [
      {},
      { level: 'mentions', do_not_disturb: { from: '22:00', to: '07:00', timezone: 'Europe/Paris' }, mail: 'all' },
      { level: 'all', do_not_disturb: null, mail: null },
    ],
    'user.update': [
      {},
      { add_policy: 'everyone' },
      { avatar_upload_id: message_id },
      { status: { text: 'Away', emoji: '🌴' }, avatar: 'https://x.example/a.png', custom: { a: 1 } },
    ],
  };
  return requests;
}
