import { MAX_COUNTED_UNREAD } from '@parley/protocol';

import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { isInRoom } from '../threads/thread-sql.js';
import { WHOLE_ROOM } from '../mentions/mention.entity.js';

/**
 * SQL of unread and pending messages. No counters are stored: the state follows from the messages, from the member's
 * two marks and from the receipts above them. A mark covers all messages up to it; a receipt covers one message above
 * it.
 *
 * A receipt is read by its key in a sub-select of its own, so PostgreSQL looks up receipts message by message: with
 * EXISTS, it might join all pending messages to find the first one. `rooms` tells a distributed database which workers
 * to ask: the rooms to which the statement limits its other tables too, as the right side of an equation, such as `$2`
 * or `ANY ($2)`.
 */

/**
 * Whether the member `s` (a row of `room_members`) has not read message `m`, in SQL. Replies in a thread alone are not
 * unread in the room.
 */
export const isUnread = (m: string, s: string, rooms?: string): string =>
  `${m}.seq > ${s}.read_seq AND ${isUnreadAboveMark(m, s, rooms)}`;

/** {@link isUnread} for messages that are known to be above the mark. */
const isUnreadAboveMark = (m: string, s: string, rooms?: string): string =>
  `${ofOthers(m, s)} AND ${isInRoom(m)} AND NOT ${isReadAlone(m, s, rooms)}`;

/** The number of messages above a mark among which those that count are looked for, the newest. */
const MOST_LOOKED_AT = 10_000;

/**
 * The newest messages `m` of the room of the member `s` above a mark, as a relation, so many that a count of them costs
 * the same whatever else stands above the mark: the own messages of the member do too.
 */
export const newestAbove = (
  s: string,
  mark: string,
  rooms?: string,
  condition = 'true',
  most = MOST_LOOKED_AT,
): string => `(
  SELECT * FROM messages m WHERE m.room_id = ${s}.room_id${among(rooms, 'm')} AND m.seq > ${mark} AND ${condition}
  ORDER BY m.seq DESC LIMIT ${String(most)}) m`;

/** The number of these rows, in SQL, which are not read any further once there are as many as are counted. */
export const countUpTo = (most: string, rows: string): string =>
  `(SELECT count(*)::int FROM (SELECT ${rows} LIMIT ${most}) counted)`;

/**
 * The number of messages that the member `s` has not read, up to `MAX_COUNTED_UNREAD`, for rows with {@link
 * hasReceipts}.
 */
export const unreadCount = (s: string, rooms?: string): string =>
  countUpTo(
    String(MAX_COUNTED_UNREAD),
    `FROM ${newestAbove(s, `${s}.read_seq`, rooms, isInRoom('m'))}
    WHERE ${ofOthers('m', s)} AND NOT (${s}.has_receipts AND ${isReadAlone('m', s, rooms)})`,
  );

/** Whether the member `s` has any receipt in its room, in SQL: most members have none. */
export const hasReceipts = (s: string, rooms?: string): string => `
  (SELECT e.user_id FROM receipts e
    WHERE e.room_id = ${s}.room_id AND e.user_id = ${s}.user_id${among(rooms)} LIMIT 1) IS NOT NULL AS has_receipts`;

/**
 * The number of messages that the member `s` has not read and that mention the member, or the whole room, up to
 * `MAX_COUNTED_UNREAD`, in SQL. The mentions above the mark are found by an index, so that the number of other messages
 * does not matter. A message may mention both.
 */
export const unreadMentions = (s: string, rooms?: string): string => `
  (SELECT least(count(DISTINCT counted.seq), ${String(MAX_COUNTED_UNREAD)})::int FROM (
    SELECT m.seq FROM mentions n
    JOIN messages m ON m.room_id = n.room_id${among(rooms, 'm')} AND m.id = n.message_id
    WHERE n.room_id = ${s}.room_id${among(rooms, 'n')} AND n.user_id IN (${s}.user_id, ${String(WHOLE_ROOM)})
      AND n.seq > ${s}.read_seq AND ${isUnreadAboveMark('m', s, rooms)}
    LIMIT ${String(2 * MAX_COUNTED_UNREAD)}) counted)`;

/** Whether the member of `f`, a row of `thread_members`, has not read reply `t` of its thread, in SQL. */
export const isUnreadInThread = (t: string, f: string, rooms?: string): string =>
  `${ofOthers(t, f)} AND ${t}.seq > ${f}.read_seq AND NOT ${isReadAlone(t, f, rooms)}`;

/** Whether the member `s` has not acknowledged message `m`, in SQL; replies in threads are acknowledged as others. */
export const isPending = (m: string, s: string, rooms?: string): string =>
  `${m}.seq > ${s}.delivered_seq AND ${isPendingAboveMark(m, s, rooms)}`;

/** {@link isPending} for messages that are known to be above the mark. */
export const isPendingAboveMark = (m: string, s: string, rooms?: string): string => `
  ${ofOthers(m, s)} AND (
    SELECT e.user_id FROM receipts e
    WHERE e.message_id = ${m}.id AND e.user_id = ${s}.user_id AND e.room_id = ${m}.room_id${among(rooms)}) IS NULL`;

const isReadAlone = (m: string, s: string, rooms?: string): string => `((
  SELECT e.read_at FROM receipts e
  WHERE e.message_id = ${m}.id AND e.user_id = ${s}.user_id AND e.room_id = ${m}.room_id${among(rooms)}) IS NOT NULL)`;

const among = (rooms: string | undefined, row = 'e'): string =>
  rooms === undefined ? '' : onWorkers(`${row}.room_id = ${rooms}`);

const ofOthers = (m: string, s: string): string =>
  `${m}.room_id = ${s}.room_id AND ${m}.sender_id <> ${s}.user_id AND NOT ${m}.is_deleted`;
