/**
 * What waits for a member is never counted up: it follows from the messages, from the member's two marks, and from the
 * receipts above them. A mark says that everything up to it is done; a receipt, that one message above it is.
 *
 * `OFFSET 0` has receipts looked up message by message: joined, all that waits would be read to find the first of it.
 */

/** Whether message `m` is unread by the member of seat `s` (of `room_members`), in SQL. */
export const isUnread = (m: string, s: string): string => `
  ${ofOthers(m, s)} AND ${m}.seq > ${s}.read_seq AND NOT EXISTS (
    SELECT FROM receipts e WHERE e.message_id = ${m}.id AND e.user_id = ${s}.user_id AND e.read_at IS NOT NULL OFFSET 0)`;

/** Whether message `m` has not been acknowledged by the member of seat `s`, in SQL. */
export const isPending = (m: string, s: string): string => `
  ${ofOthers(m, s)} AND ${m}.seq > ${s}.delivered_seq AND NOT EXISTS (
    SELECT FROM receipts e WHERE e.message_id = ${m}.id AND e.user_id = ${s}.user_id OFFSET 0)`;

const ofOthers = (m: string, s: string): string =>
  `${m}.room_id = ${s}.room_id AND ${m}.sender_id <> ${s}.user_id AND NOT ${m}.is_deleted`;
