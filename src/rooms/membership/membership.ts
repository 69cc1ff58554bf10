import type { Room } from '@parley/protocol';

export type RoomTypeName = Room['type'];
export type Role = 'member' | 'admin' | 'moderator';

/** The properties of a room that permissions depend on. */
export interface RoomAccess {
  readonly id: string;
  readonly type: RoomTypeName;
  readonly groupLocked: boolean;
  /** Rises with every change of these properties or of a membership. */
  readonly version: number;
}

/** A user's membership in a room, on which every permission there depends. */
export interface Membership {
  readonly room: RoomAccess;
  readonly userId: number;
  readonly role: Role;
  readonly isCreator: boolean;
  readonly permissions: readonly string[];
}
