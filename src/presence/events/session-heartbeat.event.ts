import { Injectable } from '@nestjs/common';
import { ClientEvent } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { Sessions } from '../sessions.js';

class SessionHeartbeatRequest {}

/** `session.heartbeat`: a sign of life, answered so that a client can tell a dead line. */
@Injectable()
@ClientEvent({
  name: 'session.heartbeat',
  summary: 'Tells that the client is there, and asks whether the server is.',
  request: SessionHeartbeatRequest,
  emits: [],
})
export class SessionHeartbeatEvent implements EventHandler<SessionHeartbeatRequest> {
  constructor(private readonly sessions: Sessions) {}

  handle(_request: SessionHeartbeatRequest, { origin }: EventContext): Promise<Answer> {
    this.sessions.heartbeat(origin.connectionId);
    return Promise.resolve({ status: 'success' });
  }
}
