/** The column by which the rows of a table are spread. */
export const ROOMS = { name: 'rooms', column: 'id' } as const;

/** The tables whose rows belong to one room, each after those that it refers to. Every other table stays local. */
export const TABLES_OF_ROOMS = [
  'room_members',
  'join_requests',
  'room_invitations',
  'room_departures',
  'room_restrictions',
  'room_changes',
  'room_notices',
  'past_memberships',
  'messages',
  'mentions',
  'thread_members',
  'drafts',
  'held_messages',
  'polls',
  'poll_votes',
  'message_deletions',
  'receipts',
  'reactions',
  'attachments',
  'notifications',
] as const;
