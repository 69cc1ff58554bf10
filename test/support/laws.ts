import type { ClientBase } from 'pg';

/** What holds in a database at every moment, whatever is going on: each law by what breaks it. */
const LAWS = {
  'the numbers of a room go from 1 to its last, without a hole, none twice': `
    SELECT r.id, r.last_seq, told.seqs FROM rooms r CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(n.seq ORDER BY n.seq), '{}') AS seqs FROM (
        SELECT seq FROM messages WHERE room_id = r.id
        UNION ALL SELECT seq FROM message_deletions WHERE room_id = r.id
        UNION ALL SELECT seq FROM room_changes WHERE room_id = r.id) n
    ) told
    WHERE told.seqs <> ARRAY(SELECT generate_series(1, r.last_seq))`,
  'a room shows the newest of its messages': `
    SELECT r.id, r.last_message_id FROM rooms r
    WHERE r.last_message_id IS DISTINCT FROM (
      SELECT m.id FROM messages m WHERE m.room_id = r.id AND NOT m.is_deleted ORDER BY m.seq DESC LIMIT 1)`,
  'nothing of a room stands under a number that is still to come': `
    SELECT r.id, r.last_seq, told.what, told.seq FROM rooms r CROSS JOIN LATERAL (
      SELECT 'room' AS what, r.change_seq AS seq
      UNION ALL SELECT 'message', greatest(seq, change_seq) FROM messages WHERE room_id = r.id
      UNION ALL SELECT 'deletion', greatest(seq, change_seq) FROM message_deletions WHERE room_id = r.id
      UNION ALL SELECT 'seat', greatest(joined_seq, delivered_seq, read_seq, change_seq)
        FROM room_members WHERE room_id = r.id
    ) told
    WHERE told.seq > r.last_seq`,
  'what is changed was there': `SELECT id FROM messages WHERE change_seq < seq`,
  'what has been read has been given': `
    SELECT room_id, user_id::text FROM room_members WHERE read_seq > delivered_seq
    UNION ALL SELECT room_id, message_id::text FROM receipts WHERE read_at < delivered_at`,
  'a room has members, and no more than it may': `
    SELECT r.id, s.count FROM rooms r
    CROSS JOIN LATERAL (SELECT count(*)::int FROM room_members WHERE room_id = r.id) s (count)
    WHERE s.count = 0 OR s.count > r.max_members`,
  'a chat of two has its two, and no other has theirs': `
    SELECT r.id, r.pair_key, s.pair FROM rooms r CROSS JOIN LATERAL (
      SELECT string_agg(user_id::text, ':' ORDER BY user_id) AS pair FROM room_members WHERE room_id = r.id) s
    WHERE r.pair_key IS DISTINCT FROM CASE r.type WHEN 'OneToOneChat' THEN s.pair END`,
  'a group and a channel have one creator, who leads it': `
    SELECT r.id, r.creator_id FROM rooms r
    WHERE r.type <> 'OneToOneChat' AND NOT EXISTS (
      SELECT FROM room_members s WHERE s.room_id = r.id AND s.user_id = r.creator_id AND s.role <> 'member')`,
  'nobody asks to be let in who is in': `
    SELECT room_id, user_id FROM join_requests JOIN room_members USING (room_id, user_id)`,
  'what belongs to a message is in its room': `
    SELECT m.id, m.room_id, part.room_id FROM messages m JOIN (
      SELECT message_id, room_id FROM receipts
      UNION ALL SELECT message_id, room_id FROM reactions
      UNION ALL SELECT message_id, room_id FROM attachments
      UNION ALL SELECT message_id, room_id FROM notifications
      UNION ALL SELECT parent_id, room_id FROM messages
    ) part ON part.message_id = m.id
    WHERE part.room_id <> m.room_id`,
  'nobody has a receipt of their own message': `
    SELECT m.id FROM messages m JOIN receipts r ON r.message_id = m.id AND r.user_id = m.sender_id`,
  'only members are notified': `
    SELECT n.id FROM notifications n
    WHERE NOT EXISTS (SELECT FROM room_members s WHERE s.room_id = n.room_id AND s.user_id = n.user_id)`,
  'a message that is gone is not there': `SELECT m.id FROM messages m JOIN message_deletions d ON d.message_id = m.id`,
  'what was sent once is there once': `
    SELECT sender_id, client_message_id FROM (
      SELECT sender_id, client_message_id FROM messages
      UNION ALL SELECT sender_id, client_message_id FROM message_deletions) sent
    WHERE client_message_id IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1`,
  'a forwarded message says so': `SELECT id FROM messages WHERE forwarded_from_id IS NOT NULL AND NOT is_forwarded`,
};

/** The laws that are broken in a database, and by what; none in a lawful one. */
export async function brokenLaws(database: ClientBase): Promise<Record<string, unknown[]>> {
  const broken: Record<string, unknown[]> = {};
  for (const [law, breach] of Object.entries(LAWS)) {
    const { rows } = await database.query<object>(breach);
    if (rows.length > 0) broken[law] = rows;
  }
  return broken;
}
