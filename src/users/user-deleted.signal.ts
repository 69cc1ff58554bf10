import type { User } from '@parley/protocol';

import type { SignalKind } from '../signals/index.js';

/** A room that went with the user. */
export interface RoomLost {
  readonly roomId: string;
  /** The number of its end in its log. */
  readonly seq: number;
  /** Those who were in it, and the version that their lists of rooms have since. */
  readonly users: readonly { readonly id: number; readonly roomsVersion: number }[];
}

/** A room that goes on without the user. */
export interface RoomKept {
  readonly roomId: string;
  readonly seq: number;
  readonly accessVersion: number;
}

/** A user is gone from all rooms: what whoever is left in them must hear. */
export interface UserDeleted {
  /** As everybody knew them. */
  readonly user: User;
  readonly roomsVersion: number;
  readonly lost: readonly RoomLost[];
  readonly kept: readonly RoomKept[];
}

export const userDeleted: SignalKind<UserDeleted> = { name: 'user.deleted' };
