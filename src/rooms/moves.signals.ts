import type { SignalKind } from '../signals/index.js';
import type { Moved } from './memberships.js';

export interface Entered extends Moved {
  /** The number of the change in the room's log. */
  readonly seq: number;
}

export interface Left extends Entered {
  /** Whether the room was deleted with this change. */
  readonly isEnd: boolean;
}

/** Users joined or left a room. Also sent through the database, for nodes that missed the publication. */
export const usersEntered: SignalKind<Entered> = { name: 'users.entered' };
export const usersLeft: SignalKind<Left> = { name: 'users.left' };
