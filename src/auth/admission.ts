import { CloseCode } from '@parley/protocol';

import type { AccessChange } from '../users/index.js';
import { CLOCK_SKEW_SECONDS } from './proven-token.js';
import type { AuthenticatedSocket } from './socket-authenticator.js';

/** An open socket, as far as it matters whether it may stay. */
export interface AdmittedSocket {
  /** That of its connection. */
  readonly id: string;
  close(code: CloseCode, reason: string): void;
}

/** By what an open socket is open. There are as many as sockets: each holds what matters of its token, and no timer. */
export class Admission {
  private readonly userId: number;
  private readonly family: string | undefined;
  /** The moment from which its token opens no socket either, in milliseconds since 1970. */
  readonly endsAt: number;

  constructor(
    readonly socket: AdmittedSocket,
    { actor, family, expiresAt }: AuthenticatedSocket,
  ) {
    this.userId = actor.user.id;
    this.family = family;
    this.endsAt = expiresAt.getTime() + CLOCK_SKEW_SECONDS * 1_000;
  }

  /** Closes the socket, as the token has expired. */
  expire(): void {
    this.socket.close(CloseCode.unauthenticated, 'token_expired');
  }

  /** Closes the socket, if the change is one to its user or its log-in. */
  hear({ userId, family, reason }: AccessChange): void {
    if (userId !== this.userId || (family !== undefined && family !== this.family)) return;
    this.socket.close(CloseCode.unauthenticated, reason);
  }
}
