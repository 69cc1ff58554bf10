import type { UnauthenticatedReason } from '@parley/protocol';

/** A token that does not authenticate its client. The gateway translates it to a close code, HTTP to a 401. */
export class Unauthenticated extends Error {
  constructor(readonly reason: UnauthenticatedReason) {
    super(reason);
  }
}
