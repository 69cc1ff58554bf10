import type { UnauthenticatedReason } from '@parley/protocol';

import type { SignalKind } from '../signals/index.js';

/** Open sockets that were opened rightly and must not stay. */
export interface AccessChange {
  readonly userId: number;
  /** The log-in whose sockets close; undefined: every socket of the user. */
  readonly family?: string;
  /** What the sockets are told. */
  readonly reason: UnauthenticatedReason;
}

export const accessChanged: SignalKind<AccessChange> = { name: 'access.changed' };
