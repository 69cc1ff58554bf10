import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { ClosePoll } from './close-poll.js';

class PollCloseRequest {
  /** The message of the poll. */
  @Id()
  message_id!: string;

  /** The room of the message. */
  @Optional()
  @Id()
  room_id?: string | null;
}

/** `poll.close`: closes a poll, so that no more votes are accepted, and notifies the members of the room. */
@Injectable()
@ClientEvent({
  name: 'poll.close',
  summary: 'Closes a poll.',
  request: PollCloseRequest,
  roomTokens: 'open',
  emits: ['pollupdate.dispatch'],
})
export class PollCloseEvent implements EventHandler<PollCloseRequest> {
  constructor(private readonly act: ClosePoll) {}

  handle(request: PollCloseRequest, context: EventContext): Promise<Answer | undefined> {
    return this.act.close(context, { id: request.message_id.toLowerCase(), roomId: request.room_id });
  }
}
