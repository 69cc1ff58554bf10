import { statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';

/** The memberships of a user, in one PostgreSQL. */
export const MEMBERSHIPS = statement('search.memberships', {
  parameters: { user: 'int4' },
  columns: { room_id: 'uuid', history_seq: 'int8' },
  isPrepared: true,
  text: ({ user }) => `SELECT room_id, history_seq FROM room_members WHERE user_id = ${user}`,
});

/** The memberships of a user in these rooms. */
export const MEMBERSHIPS_IN = statement('search.memberships_in', {
  parameters: { user: 'int4', rooms: 'uuid[]' },
  columns: { room_id: 'uuid', history_seq: 'int8' },
  isPrepared: true,
  text: ({ user, rooms }) =>
    `SELECT room_id, history_seq FROM room_members WHERE user_id = ${user} AND room_id = ANY (${rooms})`,
});

/** The membership of a user in a room, with the latest number of the room. */
export const MEMBERSHIP = statement('search.membership', {
  parameters: { user: 'int4', room: 'uuid' },
  columns: { room_id: 'uuid', history_seq: 'int8', last_seq: 'int8' },
  isPrepared: true,
  text: ({ user, room }) => `
    SELECT s.room_id, s.history_seq, r.last_seq FROM room_members s JOIN rooms r ON r.id = ${room}
    WHERE s.user_id = ${user} AND s.room_id = ${room}`,
});

/** A room of the user, and the number up to which its messages are hidden from the user. */
export type MembershipRow = RowOf<typeof MEMBERSHIPS>;

/** A room of the user, with its latest number. */
export type WalkedRoom = RowOf<typeof MEMBERSHIP>;
