import { Injectable } from '@nestjs/common';
import { conflict, invalid } from '@parley/protocol';
import type { Answer, EventContext } from '@parley/realtime/requests';

import { PinSettings } from './pin.settings.js';
import { toChangeRecord } from '../rooms/change-log/change-record.js';
import { RoomLog } from '../rooms/change-log/room-log.js';
import { MessageChanges } from '../messages/changes/message-changes.js';
import type { NamedMessage } from '../messages/changes/message-changes.js';
import { messageChangeTypes } from '../messages/history/message-event-replayer.js';
import { messagePinned } from '../messages/message.frames.js';
import { MessagePolicy } from '../messages/message.policy.js';
import { PinsRepository } from './pins.repository.js';

/** Pins a message in its room, or unpins it, and notifies the members. */
@Injectable()
export class PinMessage {
  constructor(
    private readonly changes: MessageChanges,
    private readonly policy: MessagePolicy,
    private readonly repository: PinsRepository,
    private readonly log: RoomLog,
    private readonly settings: PinSettings,
  ) {}

  /**
   * @returns the answer if the message is pinned already, or is not
   * @throws Refusal 4002, 4003 for a deleted message, 4004, 4005 beyond MAX_PINS
   */
  pin(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    named: NamedMessage,
    pinned: boolean,
  ): Promise<Answer | undefined> {
    return this.changes.ofOne(actor, named, async (change) => {
      const { message, membership, roomId, work } = change;
      const grant = this.policy.mayChange('message.pin', membership, [{ id: message.id, senderId: message.sender.id }]);
      if (message.isDeleted) throw invalid({ message_id: ['The message is deleted.'] });
      if (pinned === (message.pin !== null)) return messagePinned(message);
      const most = this.settings.most;
      if (pinned && (await this.repository.hasAsMany(work.manager, roomId, most))) {
        throw conflict(`A room may have at most ${String(most)} pinned messages.`);
      }
      const changeRecord = toChangeRecord(messageChangeTypes.pinned, { id: message.id });
      const seq = await change.takeNumber({ changeRecord, audited: [] });
      if (pinned) await this.repository.pin(work.manager, grant, seq);
      else await this.repository.unpin(work.manager, grant, seq);
      const frame = messagePinned(await change.changed(), seq);
      await this.log.append(work, { roomId, seq, frame }, origin);
      return undefined;
    });
  }
}
