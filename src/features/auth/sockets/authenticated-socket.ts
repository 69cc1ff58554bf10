import type { Actor } from '@parley/realtime/requests';

/** The user of a socket, and the expiry of its token. */
export interface AuthenticatedSocket {
  readonly actor: Actor;
  /** The version of the user's list of rooms at this moment. */
  readonly roomsVersion: number;
  /** The log-in of the token, whose revocation closes the socket; undefined for tokens of another issuer. */
  readonly family: string | undefined;
  readonly expiresAt: Date;
  /** The moment before the check, in milliseconds of `performance.now()`: the check may have missed later changes. */
  readonly checkedAt: number;
}
