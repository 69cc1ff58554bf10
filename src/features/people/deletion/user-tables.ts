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
 * The tables of what is not counted: records of delivery, addresses in the audit log, invitations, rooms that the user
 * left, restrictions, blocks, contacts, the numbers of private changes, timers, saved, scheduled and held messages,
 * drafts, the second factor, and accounts at a provider of identities, without which the next log-in there makes
 * another user.
 */
export const RECORDS = [
  'past_sessions',
  'audit_origins',
  'past_memberships',
  'sync_records',
  'room_invitations',
  'room_departures',
  'room_restrictions',
  'stranger_contacts',
  'private_changes',
  'private_logs',
  'timers',
  'saved_messages',
  'drafts',
  'held_messages',
  'scheduled_messages',
  'second_factors',
  'recovery_codes',
  'provider_accounts',
];

/** The user as the one who blocks, and as the one who is blocked. */
export const END_BLOCKS = 'DELETE FROM user_blocks WHERE blocker_id = $1 OR blocked_id = $1';

/**
 * The avatar of the user, and the files that nothing shows. Files of messages are removed with their messages, and the
 * avatar of a room that the user has chosen belongs to the room.
 */
export const EXPIRE_UPLOADS = `
  UPDATE uploads SET expires_at = statement_timestamp()
  WHERE user_id = $1 AND (expires_at > statement_timestamp() OR kind = 'avatar' AND expires_at IS NULL)`;
