import { MAX_COUNTED_REPLIES } from '@parley/protocol';

import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { WHOLE_ROOM } from '../mentions/mention.entity.js';

/**
 * SQL of threads. `rooms` is the right side of an equation, such as `$2` or `ANY ($2)`, with the rooms to which a
 * statement limits its tables.
 */

/**
 * Whether message `m` stands among the messages of its room: every message but a reply in a thread alone. It is the
 * condition of the index `messages_in_room_idx`, so that statements with it read no such replies.
 */
export const isInRoom = (m: string): string => `(${m}.thread_id IS NULL OR ${m}.also_to_room IS TRUE)`;

/**
 * Whether message `m` may notify the member `s`: a reply in a thread alone notifies only those who follow the thread or
 * whom it mentions. Each sub-select is a lookup by key, and none is made for other messages.
 */
export const concerns = (m: string, s: string, rooms?: string): string => `(${isInRoom(m)}
  OR (SELECT f.is_following FROM thread_members f
    WHERE f.room_id = ${m}.room_id AND f.thread_id = ${m}.thread_id AND f.user_id = ${s}.user_id${among('f', rooms)}) IS TRUE
  OR ${m}.has_mentions IS TRUE AND (SELECT n.user_id FROM mentions n
    WHERE n.room_id = ${m}.room_id AND n.message_id = ${m}.id AND n.user_id IN (${s}.user_id, ${String(WHOLE_ROOM)})${among('n', rooms)}
    LIMIT 1) IS NOT NULL)`;

/**
 * The summary of a thread as JSON: the number of its replies, the time of the latest, and the ids of those who replied
 * last; null without replies. It reads the newest replies only, whatever the length of the thread.
 * @param roomId SQL of the thread's room
 * @param threadId SQL of its id
 */
export const summaryOf = (roomId: string, threadId: string, rooms?: string): string => `(
  SELECT json_build_object('count', sum(p.replies), 'last_at', max(p.last_at),
    'user_ids', (array_agg(p.sender_id ORDER BY p.last_seq DESC))[1:${String(LISTED_PARTICIPANTS)}])
  FROM (
    SELECT r.sender_id, count(*) AS replies, max(r.seq) AS last_seq, max(r.created_at) AS last_at
    FROM (
      SELECT t.sender_id, t.seq, t.created_at, t.is_deleted FROM messages t
      WHERE t.room_id = ${roomId}${among('t', rooms)} AND t.thread_id = ${threadId}
      ORDER BY t.seq DESC LIMIT ${String(MAX_COUNTED_REPLIES)}) r
    WHERE NOT r.is_deleted GROUP BY r.sender_id) p
  HAVING count(*) > 0)`;

const LISTED_PARTICIPANTS = 5;

const among = (row: string, rooms: string | undefined): string =>
  rooms === undefined ? '' : onWorkers(`${row}.room_id = ${rooms}`);
