import type { RoomListEntry, User } from '@parley/client';

/** The full name of a user, or the user name if there is none. */
export const nameOf = ({ first_name: first, last_name: last, username }: User): string =>
  `${first} ${last}`.trim() || username;

/**
 * The name of a room; of a OneToOneChat, that of the other user.
 * @param deletedUser what stands for a user who was deleted
 */
export function titleOf(room: RoomListEntry, deletedUser = 'Deleted user'): string {
  if (room.type !== 'OneToOneChat') return room.name;
  return room.peer ? nameOf(room.peer) : deletedUser;
}
