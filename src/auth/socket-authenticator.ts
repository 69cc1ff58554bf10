import { Injectable } from '@nestjs/common';
import type { Actor } from '@parley/realtime/requests';

import { toUser } from '../users/index.js';
import { AccessCheck } from './access-check.js';
import { Unauthenticated } from './unauthenticated.js';

/** Who a socket belongs to, and until when. */
export interface AuthenticatedSocket {
  readonly actor: Actor;
  /** The version of the user's list of rooms at this moment. */
  readonly roomsVersion: number;
  /** The log-in, by which its sockets are closed when it is revoked; undefined for tokens of another issuer. */
  readonly family: string | undefined;
  readonly expiresAt: Date;
  /** The moment before the check, in milliseconds of `performance.now()`: what changed since, the check may not know. */
  readonly checkedAt: number;
}

@Injectable()
export class SocketAuthenticator {
  constructor(private readonly access: AccessCheck) {}

  /**
   * Costs one statement.
   * @throws Unauthenticated with the reason that the socket is closed with, or not prolonged
   */
  async authenticate(token: string | undefined): Promise<AuthenticatedSocket> {
    if (token === undefined || token === '') throw new Unauthenticated('token_missing');
    const checkedAt = performance.now();
    const { token: proven, standing } = await this.access.admit(token);
    return {
      actor: { user: toUser(standing.user) },
      roomsVersion: standing.roomsVersion,
      family: proven.login?.family,
      expiresAt: proven.expiresAt,
      checkedAt,
    };
  }
}
