import { AS_A_MEMBER } from './guest-rights.js';

/** Only the request without a field, which is the first, is answered. */
export const READS = 'reads';

/**
 * For every event that a client can send: what a token that is limited to rooms may do with it in its rooms. An event that
 * is missing here fails the walk: decide what it shows of other rooms, and of the user beside rooms.
 */
export const ROOM_TOKEN_EVENTS: Readonly<Record<string, typeof AS_A_MEMBER | 4002 | 4004 | typeof READS>> = {
  'channel.search': 4004,
  'draft.set': 4002,
  'held.list': 4004,
  'member.nickname': AS_A_MEMBER,
  'message.acknowledged': AS_A_MEMBER,
  'message.modify': AS_A_MEMBER,
  'message.pin': AS_A_MEMBER,
  'message.react': AS_A_MEMBER,
  'message.read': AS_A_MEMBER,
  'message.release': 4002,
  'message.remove_preview': AS_A_MEMBER,
  'message.report': AS_A_MEMBER,
  'message.save': 4002,
  'message.schedule': 4002,
  'message.search': AS_A_MEMBER,
  'message.send': AS_A_MEMBER,
  'message.typing': AS_A_MEMBER,
  'notification.acknowledge': AS_A_MEMBER,
  'poll.close': AS_A_MEMBER,
  'poll.vote': AS_A_MEMBER,
  'presence.subscribe': AS_A_MEMBER,
  'report.list': 4004,
  'report.resolve': 4002,
  'room.add_members': AS_A_MEMBER,
  'room.answer_invite': 4002,
  'room.archive': AS_A_MEMBER,
  'room.create': 4002,
  'room.favourite': AS_A_MEMBER,
  'room.info': AS_A_MEMBER,
  'room.invite': AS_A_MEMBER,
  'room.invites': 4004,
  'room.join': 4002,
  'room.leave': AS_A_MEMBER,
  'room.list': AS_A_MEMBER,
  'room.mark_unread': AS_A_MEMBER,
  'room.members': AS_A_MEMBER,
  'room.messages': AS_A_MEMBER,
  'room.modify': AS_A_MEMBER,
  'room.notices': AS_A_MEMBER,
  'room.notify': AS_A_MEMBER,
  'room.pins': AS_A_MEMBER,
  'room.preview': AS_A_MEMBER,
  'room.remove_members': AS_A_MEMBER,
  'room.restrict': AS_A_MEMBER,
  'room.restrictions': AS_A_MEMBER,
  'room.review_join': AS_A_MEMBER,
  'room.withdraw_invite': AS_A_MEMBER,
  'saved.list': 4004,
  'schedule.cancel': 4004,
  'schedule.list': 4004,
  'schedule.update': 4002,
  'session.authenticate': AS_A_MEMBER,
  'session.close': 4002,
  'session.heartbeat': AS_A_MEMBER,
  'session.list': 4004,
  'session.sync': AS_A_MEMBER,
  'thread.follow': AS_A_MEMBER,
  'thread.list': AS_A_MEMBER,
  'thread.messages': AS_A_MEMBER,
  'user.block': 4002,
  'user.blocks': 4004,
  'user.find': 4004,
  'user.info': AS_A_MEMBER,
  'user.notify': 4002,
  'user.search': 4004,
  'user.update': READS,
};

/** They are refused whichever room they name. */
export const REFUSED_EVERYWHERE = ['room.answer_invite', 'room.join'];

/** The routes that take the access token of a user and are open to one that is limited to rooms. */
export const ROOM_TOKEN_ROUTES: readonly string[] = [
  'GET /api/files/{attachment_id}',
  'GET /api/images/',
  'GET /api/images/status/',
  'POST /api/uploads/',
  'HEAD /api/uploads/{upload_id}',
  'GET /api/uploads/{upload_id}',
  'DELETE /api/uploads/{upload_id}',
  'PATCH /api/uploads/{upload_id}',
  'POST /api/uploads/{upload_id}/complete/',
];
