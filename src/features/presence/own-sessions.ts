import { Injectable } from '@nestjs/common';
import type { Session } from '@parley/protocol';
import type { EventContext } from '@parley/realtime/requests';

import { SocketTokenRegistry } from '../auth/sockets/socket-token-registry.js';
import { listBytes } from '../../platform/collections/list-bytes.js';
import { Limits } from '../../platform/config/limits.settings.js';
import { OwnSessionsRepository } from './own-sessions.repository.js';

/** The log-ins of a user with their open connections, as the user sees them at one of these. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly repository: OwnSessionsRepository,
    private readonly tokens: SocketTokenRegistry,
    private readonly limits: Limits,
  ) {}

  /** The newest activity first, as many as fit in an answer. */
  of({ actor: { user }, origin }: Pick<EventContext, 'actor' | 'origin'>): Promise<Session[]> {
    const { connectionId } = origin;
    const asker = { userId: user.id, connectionId, logIn: this.tokens.logInOf(connectionId) };
    return this.repository.of(asker, listBytes(this.limits.answerBytes));
  }
}
