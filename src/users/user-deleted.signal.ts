import type { User } from '@parley/protocol';

import type { SignalKind } from '../signals/index.js';

/** A room that was deleted together with the user. */
export interface RoomLost {
  readonly roomId: string;
  /** The number of the deletion in the room's log. */
  readonly seq: number;
  /** The remaining members, with the new versions of their lists of rooms. */
  readonly users: readonly { readonly id: number; readonly roomsVersion: number }[];
}

/** A room that continues without the user. */
export interface RoomKept {
  readonly roomId: string;
  readonly seq: number;
  readonly accessVersion: number;
}

/** A user was deleted and removed from all rooms: the data to notify the remaining members. */
export interface UserDeleted {
  /** With the username before the deletion. */
  readonly user: User;
  readonly roomsVersion: number;
  readonly lost: readonly RoomLost[];
  readonly kept: readonly RoomKept[];
}

export const userDeleted: SignalKind<UserDeleted> = { name: 'user.deleted' };
