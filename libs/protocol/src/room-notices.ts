import type { User } from './objects.js';

/** The maximum length of the list of users of a notice. */
export const MAX_NOTICED_USERS = 20;

/** The kind of a change of a room that its history shows. */
export type RoomNoticeKind = 'created' | 'joined' | 'left' | 'added' | 'removed' | 'renamed';

/** A change of a room that is shown among its messages. */
export interface RoomNotice {
  /** The number of the change. */
  readonly seq: number;
  readonly kind: RoomNoticeKind;
  /** The user who made the change; null if that user was deleted. */
  readonly actor: User | null;
  /** The members that the change concerns, at most {@link MAX_NOTICED_USERS}; users who were deleted are missing. */
  readonly users: readonly User[];
  /** The number of members that the change concerns. */
  readonly user_count: number;
  /** The new name of the room, of `renamed`. */
  readonly name?: string;
  readonly created_at: string;
}

/** The notices of a part of the log of a room. */
export interface RoomNoticePage {
  readonly room_id: string;
  /** The newest of the requested part, in the order of their numbers. */
  readonly notices: readonly RoomNotice[];
  /** Whether the part has older ones. */
  readonly has_more: boolean;
  /** The service has removed messages of the room that were sent before this time; null: it has removed none. */
  readonly messages_removed_before: string | null;
}
