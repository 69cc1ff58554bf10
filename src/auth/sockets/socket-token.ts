import { CloseCode } from '@parley/protocol';

import type { AccessChange } from '../../users/user.signals.js';
import { CLOCK_SKEW_SECONDS } from '../tokens/verified-token.js';
import type { AuthenticatedSocket } from './socket-authenticator.js';

/** The part of an open socket that is needed to close it. */
export interface TokenSocket {
  /** The id of its connection. */
  readonly id: string;
  close(code: CloseCode, reason: string): void;
}

/** The token data of an open socket. There is one for each socket, so it is small and holds no timer. */
export class SocketToken {
  private readonly userId: number;
  private readonly family: string | undefined;
  /** The moment from which its token is no longer accepted, in milliseconds since 1970. */
  readonly endsAt: number;

  constructor(
    readonly socket: TokenSocket,
    { actor, family, expiresAt }: AuthenticatedSocket,
  ) {
    this.userId = actor.user.id;
    this.family = family;
    this.endsAt = expiresAt.getTime() + CLOCK_SKEW_SECONDS * 1_000;
  }

  /** Closes the socket because its token has expired. */
  expire(): void {
    this.socket.close(CloseCode.unauthenticated, 'token_expired');
  }

  /** Closes the socket if the change affects its user or its log-in. */
  apply({ userId, family, reason }: AccessChange): void {
    if (userId !== this.userId || (family !== undefined && family !== this.family)) return;
    this.socket.close(CloseCode.unauthenticated, reason);
  }
}
