import { Injectable } from '@nestjs/common';
import { invalid, notPermitted } from '@parley/protocol';
import { ClientEvent, Text, haveSameLimit } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { ConnectedUsers } from '../sockets/connected-users.js';
import { SocketAuthenticator } from '../sockets/socket-authenticator.js';
import { SocketTokenRegistry } from '../sockets/socket-token-registry.js';
import type { AuthenticatedSocket } from '../sockets/socket-token-registry.js';
import { Unauthenticated } from '../tokens/verified-token.js';

class SessionAuthenticateRequest {
  @Text()
  token!: string;
}

/**
 * `session.authenticate`: replaces the access token of the requester's socket by another one of the same user. The
 * socket stays open until the new token expires or its log-in is revoked. A refused token changes nothing.
 */
@Injectable()
@ClientEvent({
  name: 'session.authenticate',
  summary: 'Keeps the connection open with another access token of its user.',
  request: SessionAuthenticateRequest,
  stores: false,
  roomTokens: 'open',
  emits: ['sessionauthenticate.dispatch'],
})
export class SessionAuthenticateEvent implements EventHandler<SessionAuthenticateRequest> {
  constructor(
    private readonly authenticator: SocketAuthenticator,
    private readonly registry: SocketTokenRegistry,
    private readonly users: ConnectedUsers,
  ) {}

  async handle({ token }: SessionAuthenticateRequest, { actor, origin }: EventContext): Promise<Answer> {
    const identity = await this.identityOf(token, actor.client?.address ?? '');
    if (identity.actor.user.id !== actor.user.id) throw notPermitted('The token is of another user.');
    if (!haveSameLimit(identity.actor, actor)) throw notPermitted('The token is for other rooms.');
    this.registry.renew(origin.connectionId, identity);
    this.users.renewed(actor, identity.actor);
    return { eventType: 'sessionauthenticate.dispatch', data: { expires_at: identity.expiresAt.toISOString() } };
  }

  /** @throws Refusal 4003 with the reason for which a handshake with the token would be closed */
  private async identityOf(token: string, address: string): Promise<AuthenticatedSocket> {
    try {
      return await this.authenticator.authenticate(token, address);
    } catch (error) {
      if (error instanceof Unauthenticated) throw invalid({ token: [error.reason] });
      throw error;
    }
  }
}
