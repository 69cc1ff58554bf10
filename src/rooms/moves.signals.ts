import type { SignalKind } from '../signals/index.js';
import type { Moved } from './memberships.js';

/** Users have entered a room, or left it: told through the database too, for nodes that did not hear it at once. */
export const usersEntered: SignalKind<Moved> = { name: 'users.entered' };
export const usersLeft: SignalKind<Moved> = { name: 'users.left' };
