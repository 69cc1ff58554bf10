/** A set of connections, on any number of nodes, that receive the same frames. */
export type Group = `room:${string}` | `user:${string}`;

const ROOM = 'room:';
const USER = 'user:';

export const roomGroup = (roomId: string): Group => `room:${roomId}`;
export const userGroup = (userId: number): Group => `user:${String(userId)}`;

/** @returns undefined for the group of a user */
export const roomIdOf = (group: string): string | undefined =>
  group.startsWith(ROOM) ? group.slice(ROOM.length) : undefined;

/** @param group of a user */
export const userIdOf = (group: Group): number => Number(group.slice(USER.length));
