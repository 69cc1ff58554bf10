import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { conflict, invalid } from '@parley/protocol';
import type { Answer, EventContext } from '@parley/realtime/requests';

import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { MessageChanges } from '../changes/message-changes.js';
import type { NamedMessage } from '../changes/message-changes.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { pollChanged } from '../message.frames.js';
import { MessagePolicy } from '../message.policy.js';
import type { StoredPoll } from './poll.view.js';
import { pollIn, PollsRepository } from './polls.repository.js';

/** Replaces the votes of a member in a poll, and notifies the members of the room. */
@Injectable()
export class VoteInPoll {
  constructor(
    private readonly changes: MessageChanges,
    private readonly policy: MessagePolicy,
    private readonly repository: PollsRepository,
    private readonly log: RoomLog,
  ) {}

  /**
   * @param positions of the chosen options; none: the votes are taken back
   * @returns the answer if these are the votes already
   * @throws Refusal 4002, 4003, 4004, 4005 for a closed poll
   */
  vote(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    named: NamedMessage,
    positions: readonly number[],
  ): Promise<Answer | undefined> {
    return this.changes.ofOne(actor, named, async (change) => {
      const { message, membership, roomId, work } = change;
      const grant = this.policy.mayChange('poll.vote', membership, [{ id: message.id, senderId: message.sender.id }]);
      const poll = pollIn(message);
      const options = chosen(positions, poll);
      if (poll.isClosed) throw conflict('The poll is closed.');
      if (isDeepStrictEqual(options, poll.own?.options)) return pollChanged(message, poll);
      const changeRecord = toChangeRecord(messageChangeTypes.polled, { id: message.id, userId: actor.user.id });
      const seq = await change.takeNumber({ changeRecord, audited: [] });
      await this.repository.vote(work.manager, grant, { options, seq });
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
