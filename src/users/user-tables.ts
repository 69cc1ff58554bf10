/** The tables of data that belongs to the user alone, by the name of their count. */
export const OF_THE_USER_ALONE = {
  reactions: 'reactions',
  poll_votes: 'poll_votes',
  receipts: 'receipts',
  notifications: 'notifications',
  mentions: 'mentions',
  join_requests: 'join_requests',
  log_ins: 'refresh_tokens',
  pushes: 'pushes',
  push_subscriptions: 'push_subscriptions',
  api_keys: 'api_keys',
};

/**
 * The tables of what is not counted: records of delivery, invitations, rooms that the user left, contacts, the
 * numbers of private changes, timers, saved and scheduled messages, and drafts.
 */
export const RECORDS = [
  'past_sessions',
  'past_memberships',
  'sync_records',
  'room_invitations',
  'room_departures',
  'stranger_contacts',
  'private_changes',
  'private_logs',
  'timers',
  'saved_messages',
  'drafts',
  'scheduled_messages',
];

/**
 * The avatar of the user, and the files that nothing shows. Those of messages go with their messages, and the avatar of a
 * room that the user has chosen belongs to the room.
 */
export const EXPIRE_UPLOADS = `
  UPDATE uploads SET expires_at = statement_timestamp()
  WHERE user_id = $1 AND (expires_at > statement_timestamp() OR kind = 'avatar' AND expires_at IS NULL)`;
