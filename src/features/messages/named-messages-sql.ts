/**
 * SQL of messages that are named by their ids, each looked up by its key.
 *
 * Conditions on ids and a room permit every index that begins with the room. A prepared statement is planned for a room
 * of the mean size: if most rooms are small, PostgreSQL may then read all messages of the room to find the named ones.
 * So the further conditions on a named message are such that no other index can decide them.
 */

/**
 * Whether a message that is looked up by its key stands above a number. A comparison would permit an index by number.
 */
export const isAbove = (seq: string, number: string): string => `${seq} - ${number} > 0`;

/**
 * The membership is looked up for each message: of a join, PostgreSQL might read the messages of all rooms of the user.
 */
const historySeq = (m: string, userId: string): string =>
  `(SELECT s.history_seq FROM room_members s WHERE s.room_id = ${m}.room_id AND s.user_id = ${userId})`;

/** Whether the user is a member of the room of a named message `m`, and sees it, in SQL. */
export const isSeenBy = (m: string, userId: string): string => isAbove(`${m}.seq`, historySeq(m, userId));

/**
 * Holds for every message that is looked up by its key. No index has the column. Without it, one that begins with the
 * room and has all columns that are asked for would seem to cost less than the key and the row, while the mean room is
 * small: all its entries of the room would be read.
 */
export const readsRow = (m: string): string => `${m}.is_deleted IS NOT UNKNOWN`;

/** The named messages of one room that exist, as `m`. */
export const namedMessages = (ids: string, room: string): string => `
  (SELECT DISTINCT unnest((${ids})::uuid[]) AS id) named CROSS JOIN LATERAL (
    SELECT p.* FROM messages p WHERE p.id = named.id AND p.room_id = ${room} AND ${readsRow('p')} OFFSET 0) m`;

/**
 * The ids of the named messages `m` of one room for which a condition holds. They are locked in the order of their ids.
 */
export const lockedMessages = (ids: string, room: string, condition = 'true'): string => `
  SELECT m.id FROM (SELECT DISTINCT unnest((${ids})::uuid[]) AS id ORDER BY id) named CROSS JOIN LATERAL (
    SELECT m.id FROM messages m WHERE m.id = named.id AND m.room_id = ${room} AND ${condition} FOR KEY SHARE) m`;
