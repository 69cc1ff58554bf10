import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { MessageChanges } from '../changes/message-changes.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { pollChanged } from '../message.frames.js';
import { MessagePolicy } from '../message.policy.js';
import { pollIn, PollsRepository } from '../polls/polls.repository.js';

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
  emits: ['pollupdate.dispatch'],
})
export class PollCloseEvent implements EventHandler<PollCloseRequest> {
  constructor(
    private readonly changes: MessageChanges,
    private readonly policy: MessagePolicy,
    private readonly polls: PollsRepository,
    private readonly log: RoomLog,
  ) {}

  handle(request: PollCloseRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const named = { id: request.message_id.toLowerCase(), roomId: request.room_id };
    return this.changes.ofOne(actor, named, async (change) => {
      const { message, membership, roomId, work } = change;
      const grant = this.policy.mayChange('poll.close', membership, [{ id: message.id, senderId: message.sender.id }]);
      const poll = pollIn(message);
      if (poll.isClosed) return pollChanged(message, poll);
      const changeRecord = toChangeRecord(messageChangeTypes.polled, { id: message.id });
      const seq = await change.takeNumber({ changeRecord, audited: [] });
      await this.polls.close(work.manager, grant, seq);
      const frame = pollChanged(message, pollIn(await change.changed()), seq);
      await this.log.append(work, { roomId, seq, frame }, origin);
      return undefined;
    });
  }
}
