import { Injectable } from '@nestjs/common';
import { ClientEvent } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { Sessions } from '../sessions.js';

class SessionHeartbeatRequest {}

/** `session.heartbeat`: a heartbeat, answered so that the client can detect a dead connection. */
@Injectable()
@ClientEvent({
  name: 'session.heartbeat',
  summary: 'Reports that the client is active, and lets it detect a dead connection.',
  request: SessionHeartbeatRequest,
  stores: false,
  roomTokens: 'open',
  emits: [],
})
export class SessionHeartbeatEvent implements EventHandler<SessionHeartbeatRequest> {
  constructor(private readonly sessions: Sessions) {}

  handle(_request: SessionHeartbeatRequest, { origin }: EventContext): Promise<Answer> {
    this.sessions.heartbeat(origin.connectionId);
    return Promise.resolve({ status: 'success' });
  }
}
