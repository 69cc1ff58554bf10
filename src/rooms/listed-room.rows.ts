import { USER_JSON, userFromRow } from '../users/index.js';
import type { UserRow } from '../users/index.js';
import { settingsOf } from './rooms.repository.js';
import type { RoomRow } from './rooms.repository.js';
import type { ListedRoom } from './types/room-type.js';

/** A row of {@link LISTED_ROOM_COLUMNS}. */
export interface ListedRoomRow extends RoomRow {
  readonly member_count: number;
  readonly creator: UserRow | null;
  readonly peer: UserRow | null;
}

/** What a room is listed by, from `rooms r` and the seat `s` (of `room_members`) of whose list it is. */
export const LISTED_ROOM_COLUMNS = `
  r.*, (SELECT count(*)::int FROM room_members o WHERE o.room_id = r.id) AS member_count,
  (SELECT ${USER_JSON} FROM users u WHERE u.id = r.creator_id) AS creator,
  CASE WHEN r.pair_key IS NOT NULL THEN
    (SELECT ${USER_JSON} FROM room_members o JOIN users u ON u.id = o.user_id
     WHERE o.room_id = r.id AND o.user_id <> s.user_id)
  END AS peer`;

export const listedRoomFromRow = (row: ListedRoomRow): ListedRoom => ({
  ...settingsOf(row),
  id: row.id,
  type: row.type,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastSeq: row.last_seq,
  memberCount: row.member_count,
  creator: row.creator && userFromRow(row.creator),
  peer: row.peer && userFromRow(row.peer),
});
