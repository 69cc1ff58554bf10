import { Injectable } from '@nestjs/common';
import { ClientEvent } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { SocketTokenRegistry } from '../../auth/sockets/socket-token-registry.js';
import { listBytes } from '../../platform/collections/list-bytes.js';
import { Config } from '../../platform/config/config.js';
import { OwnSessionsRepository } from '../own-sessions.repository.js';

class SessionListRequest {}

/** `session.list`: returns the requester's own log-ins with their connections, which nobody else can see. */
@Injectable()
@ClientEvent({
  name: 'session.list',
  summary: "Returns the user's own sessions: log-ins with their open connections, the newest activity first.",
  request: SessionListRequest,
  stores: false,
  emits: ['sessionlist.dispatch'],
})
export class SessionListEvent implements EventHandler<SessionListRequest> {
  constructor(
    private readonly sessions: OwnSessionsRepository,
    private readonly tokens: SocketTokenRegistry,
    private readonly config: Config,
  ) {}

  async handle(_request: SessionListRequest, { actor: { user }, origin }: EventContext): Promise<Answer> {
    const { connectionId } = origin;
    const asker = { userId: user.id, connectionId, logIn: this.tokens.logInOf(connectionId) };
    const sessions = await this.sessions.of(asker, listBytes(this.config.limits.answerBytes));
    return { eventType: 'sessionlist.dispatch', data: { sessions } };
  }
}
