import type { UnauthenticatedReason, User } from '@parley/protocol';

import type { SignalKind } from '../../platform/cluster-signals/signals.js';
import type { KnownRole } from './roles/deployment-role.js';

/** A revocation of access: the open sockets of a user or of one log-in must close. */
export interface AccessChange {
  readonly userId: number;
  /** The log-in whose sockets close; undefined: every socket of the user. */
  readonly family?: string;
  /** The reason that the sockets are closed with. */
  readonly reason: UnauthenticatedReason;
}

export const accessChanged: SignalKind<AccessChange> = { name: 'access.changed' };

/**
 * Every connection of a user closes. The user may reconnect at once; a connection to a node that has not received this
 * signal yet is closed again.
 */
export const sessionsClosed: SignalKind<{ readonly userId: number }> = { name: 'sessions.closed' };

/** A user as of one version of the profile. */
export interface KnownUser {
  readonly user: User;
  /** Rises with each change of the profile; 0: it has never changed. */
  readonly version: number;
}

/** A user has changed what other users see. */
export const profileChanged: SignalKind<KnownUser> = { name: 'profile.changed' };

/** An operator has changed the names or the address of a user. */
export const profileEdited: SignalKind<KnownUser> = { name: 'profile.edited' };

/** The role of a user in the deployment has changed. */
export const roleChanged: SignalKind<KnownRole & { readonly userId: number }> = { name: 'role.changed' };

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
