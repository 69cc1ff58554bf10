import type { UnauthenticatedReason } from '@parley/protocol';

/** A token that does not prove who is asking. Each edge translates it once: a close code, a 401. */
export class Unauthenticated extends Error {
  constructor(readonly reason: UnauthenticatedReason) {
    super(reason);
  }
}
