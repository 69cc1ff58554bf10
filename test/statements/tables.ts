/** The tables with rows of rooms, and `rooms`: a database may be spread over servers by their rooms. */
export const TABLES_OF_ROOMS: ReadonlySet<string> = new Set([
  ...['attachments', 'join_requests', 'mentions', 'message_deletions', 'messages', 'notifications', 'past_memberships'],
  ...['poll_votes', 'polls'],
  ...['reactions', 'receipts', 'room_changes', 'room_departures', 'room_invitations', 'room_members', 'rooms'],
  'room_notices',
  ...['drafts', 'thread_members'],
]);

/** The other tables, and the view of memberships: one server holds them. */
export const TABLES_OF_PEOPLE: ReadonlySet<string> = new Set([
  ...['api_keys', 'audit_entries', 'delivery_recording', 'epoch_rooms', 'epochs', 'feed_followers', 'leases'],
  ...['fetched_links', 'link_fetches'],
  ...[
    'migrations',
    'nodes',
    'past_sessions',
    'private_changes',
    'private_logs',
    'push_subscriptions',
    'pushes',
    'refresh_tokens',
  ],
  ...[
    'room_feed',
    'room_pairs',
    'saved_messages',
    'scheduled_messages',
    'sessions',
    'signals',
    'stranger_contacts',
    'sync_records',
    'timers',
    'upload_usage',
    'uploads',
    'user_rooms',
    'users',
  ],
  ...['webhook_deliveries', 'webhooks'],
]);
