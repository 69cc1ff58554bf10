import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Optional, Positions } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { MOST_OPTIONS } from './poll-request.js';
import { VoteInPoll } from './vote-in-poll.js';

class PollVoteRequest {
  /** The message of the poll. */
  @Id()
  message_id!: string;

  /** The room of the message. */
  @Optional()
  @Id()
  room_id?: string | null;

  /** The positions of the chosen options. None takes the votes back. */
  @Positions({ most: MOST_OPTIONS })
  options!: number[];
}

/** `poll.vote`: replaces the requester's votes in a poll, and notifies the members of the room. */
@Injectable()
@ClientEvent({
  name: 'poll.vote',
  summary: "Replaces the user's votes in a poll.",
  request: PollVoteRequest,
  roomTokens: 'open',
  emits: ['pollupdate.dispatch'],
})
export class PollVoteEvent implements EventHandler<PollVoteRequest> {
  constructor(private readonly act: VoteInPoll) {}

  handle(request: PollVoteRequest, context: EventContext): Promise<Answer | undefined> {
    const named = { id: request.message_id.toLowerCase(), roomId: request.room_id };
    return this.act.vote(context, named, request.options);
  }
}
