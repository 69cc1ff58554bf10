import type { SignalKind } from '../signals/index.js';
import type { MembershipChange } from './memberships.js';

export interface MembersEntered extends MembershipChange {
  /** The number of the change in the room's log. */
  readonly seq: number;
}

export interface MembersLeft extends MembersEntered {
  /** Whether the room was deleted with this change. */
  readonly isEnd: boolean;
}

/** Users joined or left a room. Also sent through the database, for nodes that missed the publication. */
export const usersEntered: SignalKind<MembersEntered> = { name: 'users.entered' };
export const usersLeft: SignalKind<MembersLeft> = { name: 'users.left' };
