/** What concerns one user alone: the same on all devices of the user, and shown to nobody else. */

/** Whether a room is one of the user's favourites. */
export interface RoomFavourite {
  readonly room_id: string;
  readonly favourite: boolean;
  /** Present if it is not. */
  readonly removed?: true;
}

/** Whether the user has archived a room. A message above `archived_seq` shows it again. */
export interface RoomArchived {
  readonly room_id: string;
  readonly archived: boolean;
  /** The number of the room's latest change when it was archived; null: it is not. */
  readonly archived_seq: number | null;
  /** Present if it is not. */
  readonly removed?: true;
}

/** The number from which on the user wants to see a room as unread, until the user reads in it again. */
export interface UnreadMark {
  readonly room_id: string;
  /** Null: the mark was lifted. */
  readonly from_seq: number | null;
  /** Present if it was lifted. */
  readonly removed?: true;
}

/** Whether the user follows a thread. */
export interface ThreadFollow {
  readonly room_id: string;
  readonly thread_id: string;
  readonly following: boolean;
  /** Present if the user does not. */
  readonly removed?: true;
}

/** The private state of a user, or the part of it that a client missed. */
export interface PrivateState {
  /** The position of a client that has this part; null: further parts follow, which it needs too. */
  readonly seq: number | null;
  /** Whether this and the following parts replace everything that the client has of the private state. */
  readonly reset: boolean;
  readonly favourites: readonly RoomFavourite[];
  readonly archived: readonly RoomArchived[];
  readonly marks: readonly UnreadMark[];
  readonly follows: readonly ThreadFollow[];
}
