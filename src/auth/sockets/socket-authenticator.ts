import { Injectable } from '@nestjs/common';
import type { Actor } from '@parley/realtime/requests';

import { toUser } from '../../users/user.view.js';
import { AccessCheck } from '../tokens/access-check.js';
import { Unauthenticated } from '../tokens/verified-token.js';

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

@Injectable()
export class SocketAuthenticator {
  constructor(private readonly access: AccessCheck) {}

  /**
   * Costs one statement.
   * @throws Unauthenticated with the reason for which the socket is closed, or its token is not replaced
   */
  async authenticate(token: string | undefined): Promise<AuthenticatedSocket> {
    if (token === undefined || token === '') throw new Unauthenticated('token_missing');
    const checkedAt = performance.now();
    const { token: verified, account } = await this.access.authenticate(token);
    return {
      actor: { user: toUser(account.user) },
      roomsVersion: account.roomsVersion,
      family: verified.login?.family,
      expiresAt: verified.expiresAt,
      checkedAt,
    };
  }
}
