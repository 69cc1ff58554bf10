import type { UnauthenticatedReason } from '@parley/protocol';

import type { SignalKind } from '../signals/index.js';

/** A revocation of access: the open sockets of a user or of one log-in must close. */
export interface AccessChange {
  readonly userId: number;
  /** The log-in whose sockets close; undefined: every socket of the user. */
  readonly family?: string;
  /** The reason that the sockets are closed with. */
  readonly reason: UnauthenticatedReason;
}

export const accessChanged: SignalKind<AccessChange> = { name: 'access.changed' };
