import { Injectable } from '@nestjs/common';
import { ClientEvent } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { OwnSessions } from '../own-sessions.js';

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
  constructor(private readonly sessions: OwnSessions) {}

  async handle(_request: SessionListRequest, context: EventContext): Promise<Answer> {
    return { eventType: 'sessionlist.dispatch', data: { sessions: await this.sessions.of(context) } };
  }
}
