/**
 * The SQL condition that two users share a room.
 * @param one the id of a user, in SQL
 * @param other of the other
 */
export const shareARoom = (one: string, other: string): string => `EXISTS (
  SELECT FROM room_members own JOIN room_members theirs ON theirs.room_id = own.room_id
  WHERE own.user_id = ${one} AND theirs.user_id = ${other})`;
