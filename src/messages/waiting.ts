/**
 * What waits for a member is never counted up: it follows from the messages, from the member's two marks, and from the
 * receipts above them. A mark says that everything up to it is done; a receipt, that one message above it is.
 *
 * `OFFSET 0` has receipts looked up message by message: joined, all that waits would be read to find the first of it.
 */

/** Whether message `m` is unread by the member of seat `s` (of `room_members`), in SQL. */
export const isUnread = (m: string, s: string): string => `${isAboveRead(m, s)} AND NOT ${isReadAlone(m, s)}`;

/** {@link isUnread}, where it is known of the seat whether the member has any receipt of its room: most have none. */
export const isUnreadBySeat = (m: string, s: string): string =>
  `${isAboveRead(m, s)} AND NOT (${s}.has_receipts AND ${isReadAlone(m, s)})`;

/** Whether the member of seat `s` has any receipt of its room, in SQL; what {@link isUnreadBySeat} goes by. */
export const hasReceipts = (s: string): string => `
  EXISTS (SELECT FROM receipts e WHERE e.room_id = ${s}.room_id AND e.user_id = ${s}.user_id OFFSET 0) AS has_receipts`;

/** Whether message `m` has not been acknowledged by the member of seat `s`, in SQL. */
export const isPending = (m: string, s: string): string => `
  ${ofOthers(m, s)} AND ${m}.seq > ${s}.delivered_seq AND NOT EXISTS (
    SELECT FROM receipts e WHERE e.message_id = ${m}.id AND e.user_id = ${s}.user_id OFFSET 0)`;

const isAboveRead = (m: string, s: string): string => `${ofOthers(m, s)} AND ${m}.seq > ${s}.read_seq`;

const isReadAlone = (m: string, s: string): string => `EXISTS (
  SELECT FROM receipts e WHERE e.message_id = ${m}.id AND e.user_id = ${s}.user_id AND e.read_at IS NOT NULL OFFSET 0)`;

const ofOthers = (m: string, s: string): string =>
  `${m}.room_id = ${s}.room_id AND ${m}.sender_id <> ${s}.user_id AND NOT ${m}.is_deleted`;
