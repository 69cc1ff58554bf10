import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { conflict, invalid } from '@parley/protocol';
import { ClientEvent, Id, Optional, Positions } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { MessageChanges } from '../changes/message-changes.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { pollChanged } from '../message.frames.js';
import { MessagePolicy } from '../message.policy.js';
import { pollIn, PollsRepository } from '../polls/polls.repository.js';
import { MOST_OPTIONS } from '../polls/poll-request.js';
import type { StoredPoll } from '../polls/poll.view.js';

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
  emits: ['pollupdate.dispatch'],
})
export class PollVoteEvent implements EventHandler<PollVoteRequest> {
  constructor(
    private readonly changes: MessageChanges,
    private readonly policy: MessagePolicy,
    private readonly polls: PollsRepository,
    private readonly log: RoomLog,
  ) {}

  handle(request: PollVoteRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const named = { id: request.message_id.toLowerCase(), roomId: request.room_id };
    return this.changes.ofOne(actor, named, async (change) => {
      const { message, membership, roomId, work } = change;
      const grant = this.policy.mayChange('poll.vote', membership, [{ id: message.id, senderId: message.sender.id }]);
      const poll = pollIn(message);
      const options = chosen(request.options, poll);
      if (poll.isClosed) throw conflict('The poll is closed.');
      if (isDeepStrictEqual(options, poll.own?.options)) return pollChanged(message, poll);
      const changeRecord = toChangeRecord(messageChangeTypes.polled, { id: message.id, userId: actor.user.id });
      const seq = await change.takeNumber({ changeRecord, audited: [] });
      await this.polls.vote(work.manager, grant, { options, seq });
      const frame = pollChanged(message, pollIn(await change.changed()), seq);
      await this.log.append(work, { roomId, seq, frame }, origin);
      return undefined;
    });
  }
}

/** The positions in their order. @throws Refusal 4003 */
function chosen(positions: readonly number[], { options, isMultiple }: StoredPoll): number[] {
  if (positions.some((at) => at >= options.length)) throw refused('Must be positions of options of the poll.');
  if (new Set(positions).size < positions.length) throw refused('Must be different.');
  if (positions.length > 1 && !isMultiple) throw refused('Must be at most one.');
  return positions.toSorted((one, other) => one - other);
}

const refused = (reason: string) => invalid({ options: [reason] });
