import type { ClientBase } from 'pg';

/** Invariants of the database that hold at every moment, each with the query that finds violations. */
const INVARIANTS = {
  'the numbers of a room are 1 to its last, without gaps or duplicates': `
    SELECT r.id, r.last_seq, logged.seqs FROM rooms r CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(n.seq ORDER BY n.seq), '{}') AS seqs FROM (
        SELECT seq FROM messages WHERE room_id = r.id
        UNION ALL SELECT seq FROM message_deletions WHERE room_id = r.id
        UNION ALL SELECT seq FROM room_changes WHERE room_id = r.id) n
    ) logged
    WHERE logged.seqs <> ARRAY(SELECT generate_series(1, r.last_seq))`,
  'the last message of a room is its newest': `
    SELECT r.id, r.last_message_id FROM rooms r
    WHERE r.last_message_id IS DISTINCT FROM (
      SELECT m.id FROM messages m
      WHERE m.room_id = r.id AND NOT m.is_deleted AND (m.thread_id IS NULL OR m.also_to_room IS TRUE)
      ORDER BY m.seq DESC LIMIT 1)`,
  'no row of a room has a number above its last': `
    SELECT r.id, r.last_seq, logged.what, logged.seq FROM rooms r CROSS JOIN LATERAL (
      SELECT 'room' AS what, r.change_seq AS seq
      UNION ALL SELECT 'message', greatest(seq, change_seq) FROM messages WHERE room_id = r.id
      UNION ALL SELECT 'deletion', greatest(seq, change_seq) FROM message_deletions WHERE room_id = r.id
      UNION ALL SELECT 'member', greatest(joined_seq, delivered_seq, read_seq, change_seq)
        FROM room_members WHERE room_id = r.id
    ) logged
    WHERE logged.seq > r.last_seq`,
  'a message has a sender': `
    SELECT m.id FROM messages m WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = m.sender_id)`,
  'no row was changed before it was created': `SELECT id FROM messages WHERE change_seq < seq`,
  'a read message is also acknowledged': `
    SELECT s.room_id, s.user_id::text FROM room_members s
    JOIN messages m ON m.room_id = s.room_id AND m.seq > s.delivered_seq AND m.seq <= s.read_seq
    WHERE m.sender_id <> s.user_id AND NOT m.is_deleted AND (m.thread_id IS NULL OR m.also_to_room IS TRUE)
      AND NOT EXISTS (SELECT FROM receipts e WHERE e.message_id = m.id AND e.user_id = s.user_id)
    UNION ALL SELECT room_id, message_id::text FROM receipts WHERE read_at < delivered_at`,
  'a room has at least one member and at most its limit': `
    SELECT r.id, s.count FROM rooms r
    CROSS JOIN LATERAL (SELECT count(*)::int FROM room_members WHERE room_id = r.id) s (count)
    WHERE s.count = 0 OR s.count > r.max_members`,
  'a chat of two has two members, of which one may have deleted it, and there is one per pair': `
    SELECT r.id, r.pair_key, s.pair FROM rooms r CROSS JOIN LATERAL (
      SELECT string_agg(user_id::text, ':' ORDER BY user_id) AS pair FROM (
        SELECT user_id FROM room_members WHERE room_id = r.id
        UNION ALL SELECT r.hidden_user_id WHERE r.hidden_user_id IS NOT NULL) two) s
    WHERE r.pair_key IS DISTINCT FROM CASE r.type WHEN 'OneToOneChat' THEN s.pair END`,
  'a chat of two is that of its pair': `
    SELECT coalesce(r.pair_key, p.pair_key), r.id, p.room_id
    FROM (SELECT * FROM rooms WHERE pair_key IS NOT NULL) r FULL JOIN room_pairs p USING (pair_key)
    WHERE r.id IS DISTINCT FROM p.room_id`,
  'a group and a channel have one creator, who is a leader': `
    SELECT r.id, r.creator_id FROM rooms r
    WHERE r.type <> 'OneToOneChat' AND NOT EXISTS (
      SELECT FROM room_members s WHERE s.room_id = r.id AND s.user_id = r.creator_id AND s.role <> 'member')`,
  'no member has a join request': `
    SELECT room_id, user_id FROM join_requests JOIN room_members USING (room_id, user_id)`,
  'no member is invited, or has left the room': `
    SELECT room_id, user_id FROM (
      SELECT room_id, user_id FROM room_invitations UNION ALL SELECT room_id, user_id FROM room_departures) ended
    JOIN room_members USING (room_id, user_id)`,
  'rows of a message have the room of the message': `
    SELECT m.id, m.room_id, part.room_id FROM messages m JOIN (
      SELECT message_id, room_id FROM receipts
      UNION ALL SELECT message_id, room_id FROM reactions
      UNION ALL SELECT message_id, room_id FROM attachments
      UNION ALL SELECT message_id, room_id FROM notifications
      UNION ALL SELECT message_id, room_id FROM mentions
      UNION ALL SELECT parent_id, room_id FROM messages
    ) part ON part.message_id = m.id
    WHERE part.room_id <> m.room_id`,
  'a mention has a message that is not deleted, and its number': `
    SELECT n.message_id, n.user_id FROM mentions n
    LEFT JOIN messages m ON m.id = n.message_id AND m.seq = n.seq AND m.has_mentions AND NOT m.is_deleted
    WHERE m.id IS NULL`,
  'the quota of a user counts the files that there are': `
    SELECT user_id, coalesce(u.bytes, 0), coalesce(f.bytes, 0) FROM upload_usage u
    FULL JOIN (SELECT user_id, sum(charged_bytes) AS bytes FROM uploads GROUP BY user_id) f USING (user_id)
    WHERE coalesce(u.bytes, 0) <> coalesce(f.bytes, 0) AND EXISTS (SELECT FROM users WHERE users.id = user_id)`,
  'a file that nothing shows expires, and one that is shown does not': `
    SELECT id, state FROM uploads
    WHERE kind = 'message' AND (message_id IS NULL) <> (expires_at IS NOT NULL)
      OR kind <> 'message' AND message_id IS NOT NULL
      OR expires_at IS NULL AND (state IN ('open', 'removing') OR kind <> 'message' AND state <> 'ready')`,
  'an avatar in use is that of its user, and that of a user is in use': avatarsOf('users', 'avatar', 'user_id'),
  'the avatar of a room in use is that of its room, and that of a room is in use': avatarsOf(
    'rooms',
    'room_avatar',
    'room_id',
  ),
  'the logo in use is that of the settings': `
    SELECT f.id FROM uploads f WHERE f.kind = 'logo' AND f.expires_at IS NULL
      AND NOT EXISTS (SELECT FROM deployment_settings s WHERE s.name = 'logo' AND s.value = to_jsonb(f.id::text))`,
  'a message shows its file in the state of the file': `
    SELECT f.id, f.state, a.file ->> 'state' AS shown
    FROM uploads f JOIN attachments a ON a.id = f.id AND a.room_id = f.room_id AND a.message_id = f.message_id
    WHERE f.state <> a.file ->> 'state'`,
  'a file that is not scanned yet is taken by the scan, and no other one is': `
    SELECT id, state FROM uploads WHERE state = 'pending' AND scan_after IS NULL OR state = 'ready' AND scan_after IS NOT NULL`,
  'a message shows its files, and no other message does': `
    SELECT f.id, f.message_id, a.id, a.message_id
    FROM (SELECT * FROM uploads WHERE message_id IS NOT NULL) f
    FULL JOIN (
      SELECT a.id, a.room_id, a.message_id FROM attachments a JOIN messages m ON m.room_id = a.room_id AND m.id = a.message_id
      WHERE a.file IS NOT NULL AND NOT m.is_deleted) a
      ON a.id = f.id AND a.room_id = f.room_id AND a.message_id = f.message_id
    WHERE f.id IS NULL OR a.id IS NULL`,
  'a deleted message is not pinned': `SELECT id FROM messages WHERE is_deleted AND pinned_seq IS NOT NULL`,
  'a poll has a message': `
    SELECT p.message_id FROM polls p LEFT JOIN messages m ON m.room_id = p.room_id AND m.id = p.message_id AND m.has_poll
    WHERE m.id IS NULL`,
  'a message that has started a thread is marked, and is in no thread itself': `
    SELECT t.id, t.thread_id FROM messages t JOIN messages b ON b.id = t.thread_id
    WHERE b.room_id <> t.room_id OR b.thread_id IS NOT NULL OR b.has_replies IS NOT TRUE`,
  'a thread of a member has a first message or replies': `
    SELECT f.thread_id, f.user_id FROM thread_members f WHERE NOT EXISTS (
      SELECT FROM messages t WHERE t.room_id = f.room_id AND f.thread_id IN (t.id, t.thread_id))`,
  'a draft in a thread has a first message or replies': `
    SELECT d.place_id, d.user_id FROM drafts d WHERE d.place_id <> d.room_id AND NOT EXISTS (
      SELECT FROM messages t WHERE t.room_id = d.room_id AND d.place_id IN (t.id, t.thread_id))`,
  'no sender has a receipt of the own message': `
    SELECT m.id FROM messages m JOIN receipts r ON r.message_id = m.id AND r.user_id = m.sender_id`,
  'only members are notified': `
    SELECT n.id FROM notifications n
    WHERE NOT EXISTS (SELECT FROM room_members s WHERE s.room_id = n.room_id AND s.user_id = n.user_id)`,
  'a deleted message has no row': `SELECT m.id FROM messages m JOIN message_deletions d ON d.message_id = m.id`,
  'a client message id is stored once': `
    SELECT sender_id, client_message_id FROM (
      SELECT sender_id, client_message_id FROM messages
      UNION ALL SELECT sender_id, client_message_id FROM message_deletions) sent
    WHERE client_message_id IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1`,
  'a forwarded message is marked as forwarded': `SELECT id FROM messages WHERE forwarded_from_id IS NOT NULL AND NOT is_forwarded`,
};

/**
 * The violated invariants of a database, with the violating rows; empty if all hold. Citus cannot run some of the
 * queries: their invariants are not checked there.
 */
export async function violatedInvariants(database: ClientBase): Promise<Record<string, unknown[]>> {
  const isCitus = (await database.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)).rowCount === 1;
  if (isCitus) await database.query('SET citus.enable_repartition_joins TO on');
  const broken: Record<string, unknown[]> = {};
  for (const [law, breach] of Object.entries(INVARIANTS)) {
    const { rows } = await database.query<object>(breach).catch((error: unknown) => {
      if (isCitus && (error as { code?: unknown }).code === NOT_SUPPORTED) return { rows: [] };
      throw error;
    });
    if (rows.length > 0) broken[law] = rows;
  }
  return broken;
}

/** The code of PostgreSQL. */
const NOT_SUPPORTED = '0A000';

/** Uploads that are the avatars of no user or room, and avatars that are no such upload. */
function avatarsOf(table: 'users' | 'rooms', kind: 'avatar' | 'room_avatar', owner: 'user_id' | 'room_id'): string {
  return `
    SELECT f.id, o.id AS shown_by FROM (SELECT * FROM uploads WHERE kind = '${kind}' AND expires_at IS NULL) f
    FULL JOIN (SELECT id, avatar FROM ${table} WHERE avatar LIKE '/%') o
      ON o.id = f.${owner} AND o.avatar LIKE '/api/files/' || f.id || '?%'
    WHERE f.id IS NULL OR o.id IS NULL`;
}
