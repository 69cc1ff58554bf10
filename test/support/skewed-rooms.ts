import type pg from 'pg';

/** A room that is filled, and the ids of some of its members. */
export interface FilledRoom {
  readonly id: string;
  /** They write in turn. */
  readonly authors: readonly [number, number];
  /** Has read everything, with a receipt for every other message. */
  readonly reader: number;
  /** Has read nothing. */
  readonly absent: number;
}

const MESSAGES_OF_OTHERS = 2;
/** The numbers below are free for the changes by which a room was made. */
const FIRST = 10;

/**
 * Makes many small rooms of one user, with messages and with what belongs to messages, in the database itself. Call
 * {@link fillRoom} for the others, then VACUUM ANALYZE.
 */
export async function makeOtherRooms(database: pg.Client, count: number, userId: number): Promise<void> {
  await database.query(OTHER_ROOMS, [count, userId, MESSAGES_OF_OTHERS]);
  await database.query(SENT_THERE, [userId, MESSAGES_OF_OTHERS]);
  for (const statement of BELONGING_THERE) await database.query(statement, [userId]);
}

/**
 * Fills a room with messages and with what belongs to messages, in the database itself. It gets as many threads and
 * pins whatever its size.
 */
export async function fillRoom(database: pg.Client, room: FilledRoom, size: number): Promise<void> {
  await database.query(SENT, [room.id, size, room.authors, FIRST]);
  await database.query(LATEST, [room.id]);
  for (const statement of BELONGING) await database.query(statement, [room.id, room.reader]);
  await database.query(ABSENT, [room.id, room.absent]);
}

/** The id of the message with this number. */
export function filledId(roomId: string, seq: number): string {
  const number = (seq - FIRST).toString(16).padStart(8, '0');
  return `018d${number.slice(0, 4)}-${number.slice(4)}-7000-8000-${roomId.slice(-12)}`;
}

const OTHER_ROOMS = `
  WITH made AS (
    INSERT INTO rooms (id, type, name, creator_id, last_seq, change_seq)
    SELECT gen_random_uuid(), 'GroupChat', nr::text, $2, $3, $3 FROM generate_series(1, $1::int) nr
    RETURNING id)
  INSERT INTO room_members (room_id, user_id, joined_seq, delivered_seq, read_seq, change_seq)
  SELECT id, $2, 0, $3, $3, 0 FROM made`;

const SENT_THERE = `
  INSERT INTO messages (id, room_id, seq, change_seq, sender_id, content, created_at, updated_at)
  SELECT gen_random_uuid(), s.room_id, nr, nr, $1, 'the ' || md5(s.room_id::text || nr), now(), now()
  FROM room_members s CROSS JOIN generate_series(1, $2::int) nr WHERE s.user_id = $1`;

const THERE = 'FROM messages WHERE sender_id = $1';

const BELONGING_THERE = [
  `INSERT INTO receipts (message_id, user_id, room_id, delivered_at) SELECT id, $1, room_id, now() ${THERE} AND seq = 2`,
  `INSERT INTO reactions (message_id, user_id, room_id, content, created_at)
   SELECT id, $1, room_id, '+', now() ${THERE} AND seq = 1`,
  `INSERT INTO mentions (room_id, message_id, user_id, seq) SELECT room_id, id, $1, seq ${THERE} AND seq = 1`,
];

/** The ids rise with the numbers, as those that the service makes. */
const SENT = `
  INSERT INTO messages (id, room_id, seq, change_seq, sender_id, content, created_at, updated_at, has_mentions)
  SELECT format('018d%s-%s-7000-8000-%s',
      lpad(to_hex(nr / 65536), 4, '0'), lpad(to_hex(nr % 65536), 4, '0'), right($1::text, 12))::uuid,
    $1::uuid, $4 + nr, $4 + nr, ($3::int[])[1 + nr % 2], 'the meeting ' || nr || ' of ' || md5(nr::text), now(), now(),
    CASE WHEN nr % 50 = 0 THEN true END
  FROM generate_series(1, $2::int) nr`;

const LATEST = `
  WITH latest AS (SELECT id, seq FROM messages WHERE room_id = $1 ORDER BY seq DESC LIMIT 1),
  members AS (
    UPDATE room_members SET delivered_seq = latest.seq, read_seq = latest.seq FROM latest WHERE room_id = $1)
  UPDATE rooms SET last_seq = latest.seq, change_seq = latest.seq, last_message_id = latest.id
  FROM latest WHERE rooms.id = $1`;

const IN_ROOM = 'FROM messages WHERE room_id = $1 AND $2::int > 0';

const BELONGING = [
  `INSERT INTO receipts (message_id, user_id, room_id, delivered_at, read_at)
   SELECT id, $2, room_id, now(), now() ${IN_ROOM} AND seq % 2 = 0`,
  `INSERT INTO reactions (message_id, user_id, room_id, content, created_at)
   SELECT id, $2, room_id, '+', now() ${IN_ROOM} AND seq % 10 = 1`,
  `INSERT INTO mentions (room_id, message_id, user_id, seq) SELECT room_id, id, $2, seq ${IN_ROOM} AND has_mentions`,
  `INSERT INTO attachments (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, metadata_bytes)
   SELECT gen_random_uuid(), room_id, id, 0, 'https://example.com/a', 'file', 'text/csv', 1, 2 ${IN_ROOM} AND seq % 20 = 3`,
  `INSERT INTO message_deletions (message_id, room_id, change_seq, seq, sender_id, created_at)
   SELECT gen_random_uuid(), room_id, seq, seq, sender_id, now() ${IN_ROOM} AND seq % 20 = 5`,
  `UPDATE messages SET pinned_seq = seq, pinned_by = $2, pinned_at = now()
   WHERE room_id = $1 AND seq BETWEEN 20 AND 29`,
  `UPDATE messages SET has_replies = true WHERE room_id = $1 AND $2::int > 0 AND seq BETWEEN 30 AND 39`,
  `UPDATE messages m SET thread_id = t.id FROM messages t
   WHERE m.room_id = $1 AND $2::int > 0 AND t.room_id = $1 AND t.seq BETWEEN 30 AND 39
     AND m.seq BETWEEN 40 AND 99 AND m.seq % 10 = t.seq % 10`,
  `INSERT INTO thread_members (room_id, thread_id, user_id, is_following, read_seq)
   SELECT room_id, id, $2, true, 50 ${IN_ROOM} AND has_replies`,
];

const ABSENT = 'UPDATE room_members SET delivered_seq = 0, read_seq = 0 WHERE room_id = $1 AND user_id = $2';
