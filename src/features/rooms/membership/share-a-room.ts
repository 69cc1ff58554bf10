/**
 * The SQL condition that two users share a room.
 * @param one the id of a user, in SQL
 * @param other of the other
 */
export const shareARoom = (one: string, other: string): string => `EXISTS (
  SELECT FROM user_rooms own JOIN user_rooms theirs ON theirs.room_id = own.room_id
  WHERE own.user_id = ${one} AND theirs.user_id = ${other})`;
