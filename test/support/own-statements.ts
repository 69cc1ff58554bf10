/** How far the logs of served rooms have come, which every node asks each second. */
const HEADS = String.raw`last_seq\s+FROM unnest\(string_to_array`;

/** The removal of old records of delivery, at the start and every hour. */
const RETENTION = String.raw`\bctid = ANY|advisory_(un)?lock|^SELECT$`;

/** What timers write and look after. */
const TABLES = [
  'sessions',
  'sync_records',
  'delivery_recording',
  'nodes',
  'last_seen_at',
  'room_feed',
  'feed_followers',
  'webhook_deliveries',
  'pushes',
  'push_subscriptions',
];

/** What a running service asks by its timers: nobody's doing makes it more or less. */
export const OF_TIMERS = new RegExp(
  String.raw`${HEADS}|${RETENTION}|^SELECT 1$|pg_snapshot_xmin|\b(${TABLES.join('|')})\b`,
);

/** The same, and what a node reads again of the log of a room, as it has missed something or somebody came. */
export const OF_NODES = new RegExp(
  [
    OF_TIMERS.source,
    String.raw`\bsignals\b|FROM room_changes|^SELECT user_id, joined_seq|FROM message_deletions`,
    String.raw`seq > \$2 AND seq <= \$3|SELECT id AS message_id FROM messages`,
  ].join('|'),
);
