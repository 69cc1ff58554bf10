import { Injectable } from '@nestjs/common';

import { AccessCheck } from '../tokens/access-check.js';
import { Unauthenticated } from '../tokens/verified-token.js';
import type { AuthenticatedSocket } from './socket-token-registry.js';
import { ConnectedUsers } from './connected-users.js';

@Injectable()
export class SocketAuthenticator {
  constructor(
    private readonly access: AccessCheck,
    private readonly users: ConnectedUsers,
  ) {}

  /**
   * Costs one statement.
   * @throws Unauthenticated with the reason for which the socket is closed, or its token is not replaced
   */
  async authenticate(token: string | undefined, address: string): Promise<AuthenticatedSocket> {
    if (token === undefined || token === '') throw new Unauthenticated('token_missing');
    const checkedAt = performance.now();
    const { token: verified, account, role } = await this.access.authenticate(token);
    const client = { address, sessionId: verified.login?.family, authenticatedAt: verified.authenticatedAt };
    return {
      actor: this.users.actor(account.known, role, client, account.login?.rooms),
      roomsVersion: account.roomsVersion,
      family: verified.login?.family,
      expiresAt: verified.expiresAt,
      checkedAt,
    };
  }
}
