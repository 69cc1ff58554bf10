/** Every node polls the last numbers of served rooms each second. */
const HEADS = String.raw`last_seq\s+FROM unnest\(string_to_array`;

/** The purge of old records of delivery, at the start and every hour. */
const RETENTION = String.raw`\bctid = ANY|advisory_(un)?lock|^SELECT$`;

/** Tables that timers write and read. */
const TABLES = [
  'sessions',
  'sync_records',
  'delivery_recording',
  'leases',
  'nodes',
  'last_seen_at',
  'room_feed',
  'feed_followers',
  'webhook_deliveries',
  'pushes',
  'push_subscriptions',
  'link_fetches',
  'fetched_links',
  'audit_seals',
  'audit_unsealed',
  'audit_streams',
];

/** With the administration page, one node counts the queues every ten seconds. */
const QUEUES = String.raw`^SELECT count\(\*\)::int AS count FROM \(SELECT FROM (timers|uploads)\b`;

/** The statements that a running service issues by its timers, independent of requests. */
export const OF_TIMERS = new RegExp(
  String.raw`${HEADS}|${RETENTION}|${QUEUES}|^SELECT 1$|pg_snapshot_xmin|\b(${TABLES.join('|')})\b`,
);

/** The same, and the statements by which a node reads the log of a room again, after a gap or a new subscription. */
export const OF_NODES = new RegExp(
  [
    OF_TIMERS.source,
    String.raw`\bsignals\b|FROM "room_changes"|AS "RoomMember_joined_seq"|FROM message_deletions`,
    String.raw`seq > \$2 AND seq <= \$3|SELECT id AS message_id FROM messages`,
  ].join('|'),
);
