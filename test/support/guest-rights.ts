/** What becomes of a request: it is answered, or refused with a code. */
export type Outcome = 'answered' | 4002 | 4003 | 4004 | 4005;

/** A guest may do what a member without a role may. */
export const AS_A_MEMBER = 'as a member';

/**
 * For every event that a client can send: what a guest may do with it in a room that it is in, also one that it led as a
 * member. An event that is missing here fails the walk: decide what it shows to a guest of people and rooms that the
 * guest does not share. The outcomes are of the requests of `requestsAbout`, in their order.
 */
export const GUEST_EVENTS: Readonly<Record<string, typeof AS_A_MEMBER | readonly Outcome[]>> = {
  'channel.search': [4004, 4004],
  'draft.set': AS_A_MEMBER,
  'held.list': AS_A_MEMBER,
  'member.nickname': AS_A_MEMBER,
  'message.acknowledged': AS_A_MEMBER,
  'message.modify': AS_A_MEMBER,
  'message.pin': AS_A_MEMBER,
  'message.react': AS_A_MEMBER,
  'message.read': AS_A_MEMBER,
  'message.release': AS_A_MEMBER,
  'message.remove_preview': AS_A_MEMBER,
  'message.report': AS_A_MEMBER,
  'message.save': AS_A_MEMBER,
  'message.schedule': AS_A_MEMBER,
  'message.search': AS_A_MEMBER,
  'message.send': AS_A_MEMBER,
  'message.typing': AS_A_MEMBER,
  'notification.acknowledge': AS_A_MEMBER,
  'poll.close': AS_A_MEMBER,
  'poll.vote': AS_A_MEMBER,
  'presence.subscribe': AS_A_MEMBER,
  'report.list': AS_A_MEMBER,
  'report.resolve': AS_A_MEMBER,
  'room.add_members': [4002, 4002],
  'room.answer_invite': AS_A_MEMBER,
  'room.archive': AS_A_MEMBER,
  'room.create': AS_A_MEMBER,
  'room.favourite': AS_A_MEMBER,
  'room.info': AS_A_MEMBER,
  'room.invite': [4002, 4002],
  'room.invites': AS_A_MEMBER,
  'room.join': [4002],
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
  'saved.list': AS_A_MEMBER,
  'schedule.cancel': AS_A_MEMBER,
  'schedule.list': AS_A_MEMBER,
  'schedule.update': AS_A_MEMBER,
  'session.authenticate': AS_A_MEMBER,
  'session.close': AS_A_MEMBER,
  'session.heartbeat': AS_A_MEMBER,
  'session.list': AS_A_MEMBER,
  'session.sync': AS_A_MEMBER,
  'thread.follow': AS_A_MEMBER,
  'thread.list': AS_A_MEMBER,
  'thread.messages': AS_A_MEMBER,
  'user.block': [4002, 'answered'],
  'user.blocks': AS_A_MEMBER,
  'user.find': AS_A_MEMBER,
  'user.info': AS_A_MEMBER,
  'user.notify': AS_A_MEMBER,
  'user.search': [4004, 4004],
  'user.update': AS_A_MEMBER,
};

/** Routes that show nothing of the deployment to whoever has an access token, and why. */
const OWN = 'concerns the own account alone';
const OWN_FILE = 'shows files of the own rooms, and own ones';
const PUBLIC = 'needs no user';
const WITH_TOKEN = 'needs the token of an invitation';

/**
 * For every published route that runs no event and is none of the administration: the status for a guest, or why it shows
 * a guest nothing. A route that is missing here fails the walk.
 */
export const GUEST_ROUTES: Readonly<Record<string, number | string>> = {
  'POST /api/account/password/': OWN,
  'POST /api/account/reauthentication/': OWN,
  'GET /api/account/rights/': OWN,
  'GET /api/account/address/': OWN,
  'GET /api/account/recovery/': PUBLIC,
  'POST /api/account/recovery/': PUBLIC,
  'POST /api/account/recovery/confirm/': PUBLIC,
  'POST /api/accounts/': PUBLIC,
  'POST /api/accounts/verify/{token}': PUBLIC,
  'GET /api/deployment/': PUBLIC,
  'GET /api/files/{attachment_id}': OWN_FILE,
  'GET /api/images/': 'fetches pictures at addresses that the service has signed',
  'GET /api/images/status/': 'fetches pictures at addresses that the service has signed',
  'GET /api/invitations/': 404,
  'POST /api/invitations/': 403,
  'DELETE /api/invitations/{invitation_id}/': 403,
  'GET /api/invitations/by-token/{token}': WITH_TOKEN,
  'POST /api/invitations/by-token/{token}/accept/': WITH_TOKEN,
  'GET /api/push/key/': PUBLIC,
  'GET /api/push/subscriptions/': OWN,
  'POST /api/push/subscriptions/': OWN,
  'DELETE /api/push/subscriptions/': OWN,
  'POST /api/setup/': PUBLIC,
  'POST /api/token/': OWN,
  'POST /api/token/enrolment/': OWN,
  'POST /api/token/enrolment/confirm/': OWN,
  'POST /api/token/refresh/': OWN,
  'POST /api/token/revoke/': OWN,
  'POST /api/token/second-factor/': OWN,
  'POST /api/token/verify/': OWN,
  'POST /api/uploads/': OWN_FILE,
  'HEAD /api/uploads/{upload_id}': OWN_FILE,
  'GET /api/uploads/{upload_id}': OWN_FILE,
  'DELETE /api/uploads/{upload_id}': OWN_FILE,
  'PATCH /api/uploads/{upload_id}': OWN_FILE,
  'POST /api/uploads/{upload_id}/complete/': OWN_FILE,
  'GET /api/users/me/second-factor/': OWN,
  'POST /api/users/me/second-factor/': OWN,
  'DELETE /api/users/me/second-factor/': OWN,
  'POST /api/users/me/second-factor/confirm/': OWN,
};
