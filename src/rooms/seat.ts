import type { Room } from '@parley/protocol';

export type RoomTypeName = Room['type'];
export type Role = 'member' | 'admin' | 'moderator';

/** What decides who may do what in a room. */
export interface RoomAccess {
  readonly id: string;
  readonly type: RoomTypeName;
  readonly groupLocked: boolean;
  /** Rises with every change of what stands here or in a seat. */
  readonly version: number;
}

/** One member of a room: the fact on which every permission in it rests. */
export interface Seat {
  readonly room: RoomAccess;
  readonly userId: number;
  readonly role: Role;
  readonly isCreator: boolean;
  readonly permissions: readonly string[];
}
