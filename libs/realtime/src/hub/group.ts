/** A set of connections, on any number of nodes, that hear the same things. */
export type Group = `room:${string}` | `user:${string}`;

export const roomGroup = (roomId: string): Group => `room:${roomId}`;
export const userGroup = (userId: number): Group => `user:${String(userId)}`;
