import type { SignalKind } from '../signals/index.js';
import type { Moved } from './memberships.js';

export interface Entered extends Moved {
  /** The number of it in the room's log. */
  readonly seq: number;
}

export interface Left extends Entered {
  /** Whether the room went with them. */
  readonly isEnd: boolean;
}

/** Users have entered a room, or left it: told through the database too, for nodes that did not hear it at once. */
export const usersEntered: SignalKind<Entered> = { name: 'users.entered' };
export const usersLeft: SignalKind<Left> = { name: 'users.left' };
