import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { ClientEvent, Id } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { actingUser } from '../../audit/audited-act.js';
import { TokenPairsService } from '../../auth/tokens/token-pairs.service.js';

class SessionCloseRequest {
  /** The id of a session, as in `session.list`. */
  @Id()
  session_id!: string;
}

/**
 * `session.close`: ends a log-in of the requester. Its refresh token is no longer valid, and its connections close on
 * every node, that of the request after the answer. The log-ins of others are not found.
 */
@Injectable()
@ClientEvent({
  name: 'session.close',
  summary: "Ends one of the user's own sessions: its tokens become invalid and its connections are closed.",
  request: SessionCloseRequest,
  emits: ['sessionclose.dispatch'],
})
export class SessionCloseEvent implements EventHandler<SessionCloseRequest> {
  constructor(private readonly pairs: TokenPairsService) {}

  async handle({ session_id }: SessionCloseRequest, { actor }: EventContext): Promise<Answer> {
    const id = session_id.toLowerCase();
    if (!(await this.pairs.endOwn(actingUser(actor), id))) throw notFound('No such session.');
    return { eventType: 'sessionclose.dispatch', data: { session_id: id } };
  }
}
