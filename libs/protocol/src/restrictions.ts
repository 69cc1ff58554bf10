import type { User } from './objects.js';

/** The right that a restricted user loses in a room: to write (`mute`), or to be a member (`ban`). */
export type RestrictionKind = 'mute' | 'ban';

/** A restriction of a user in one room. */
export interface RoomRestriction {
  readonly user: User;
  readonly kind: RestrictionKind;
  /** The time at which it ends; null: it has no end. */
  readonly until: string | null;
  /** The user who made it; null: no longer known. */
  readonly by: User | null;
  readonly created_at: string;
  readonly reason: string | null;
}

/** A user is restricted in a room, or no longer is. */
export interface RestrictionChange {
  readonly room_id: string;
  readonly user: User;
  /** `none`: the user is not restricted any more. */
  readonly kind: RestrictionKind | 'none';
  readonly until: string | null;
  /** The user who made the change; null: the time of the restriction is over. */
  readonly by: User | null;
  /** Only leaders of the room and the user receive it; missing too if none was given. */
  readonly reason?: string;
}

/** A page of the restrictions in a room, in the order of user ids. Members who do not lead it see only their own. */
export interface RestrictionPage {
  readonly room_id: string;
  readonly restrictions: readonly RoomRestriction[];
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
}
