import { Injectable } from '@nestjs/common';
import { conflict, invalid } from '@parley/protocol';
import { Bool, ClientEvent, Id, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { Config } from '../../platform/config/config.js';
import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { MessageChanges } from '../changes/message-changes.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { messagePinned } from '../message.frames.js';
import { MessagePolicy } from '../message.policy.js';
import { PinsRepository } from '../pins/pins.repository.js';

class MessagePinRequest {
  @Id()
  message_id!: string;

  /** The room of the message. */
  @Optional()
  @Id()
  room_id?: string | null;

  @Bool()
  pinned!: boolean;
}

/** `message.pin`: pins a message in its room, or unpins it, and notifies the members. */
@Injectable()
@ClientEvent({
  name: 'message.pin',
  summary: 'Pins a message in its room, or unpins it.',
  request: MessagePinRequest,
  emits: ['messagepin.dispatch'],
})
export class MessagePinEvent implements EventHandler<MessagePinRequest> {
  constructor(
    private readonly changes: MessageChanges,
    private readonly policy: MessagePolicy,
    private readonly pins: PinsRepository,
    private readonly log: RoomLog,
    private readonly config: Config,
  ) {}

  handle(request: MessagePinRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const named = { id: request.message_id.toLowerCase(), roomId: request.room_id };
    return this.changes.ofOne(actor, named, async (change) => {
      const { message, membership, roomId, work } = change;
      const grant = this.policy.mayChange('message.pin', membership, [{ id: message.id, senderId: message.sender.id }]);
      if (message.isDeleted) throw invalid({ message_id: ['The message is deleted.'] });
      if (request.pinned === (message.pin !== null)) return messagePinned(message);
      const most = this.config.limits.pins;
      if (request.pinned && (await this.pins.hasAsMany(work.manager, roomId, most))) {
        throw conflict(`A room may have at most ${String(most)} pinned messages.`);
      }
      const changeRecord = toChangeRecord(messageChangeTypes.pinned, { id: message.id });
      const seq = await change.takeNumber({ changeRecord, audited: [] });
      if (request.pinned) await this.pins.pin(work.manager, grant, seq);
      else await this.pins.unpin(work.manager, grant, seq);
      const frame = messagePinned(await change.changed(), seq);
      await this.log.append(work, { roomId, seq, frame }, origin);
      return undefined;
    });
  }
}
