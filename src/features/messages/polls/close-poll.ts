import { Injectable } from '@nestjs/common';
import type { Answer, EventContext } from '@parley/realtime/requests';

import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { MessageChanges } from '../changes/message-changes.js';
import type { NamedMessage } from '../changes/message-changes.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { pollChanged } from '../message.frames.js';
import { MessagePolicy } from '../message.policy.js';
import { pollIn, PollsRepository } from './polls.repository.js';

/** Closes a poll, so that no more votes are accepted, and notifies the members of the room. */
@Injectable()
export class ClosePoll {
  constructor(
    private readonly changes: MessageChanges,
    private readonly policy: MessagePolicy,
    private readonly repository: PollsRepository,
    private readonly log: RoomLog,
  ) {}

  /**
   * @returns the answer if the poll is closed already
   * @throws Refusal 4002, 4003 for a message without a poll, 4004
   */
  close({ actor, origin }: Pick<EventContext, 'actor' | 'origin'>, named: NamedMessage): Promise<Answer | undefined> {
    return this.changes.ofOne(actor, named, async (change) => {
      const { message, membership, roomId, work } = change;
      const grant = this.policy.mayChange('poll.close', membership, [{ id: message.id, senderId: message.sender.id }]);
      const poll = pollIn(message);
      if (poll.isClosed) return pollChanged(message, poll);
      const changeRecord = toChangeRecord(messageChangeTypes.polled, { id: message.id });
      const seq = await change.takeNumber({ changeRecord, audited: [] });
      await this.repository.close(work.manager, grant, seq);
      const frame = pollChanged(message, pollIn(await change.changed()), seq);
      await this.log.append(work, { roomId, seq, frame }, origin);
      return undefined;
    });
  }
}
