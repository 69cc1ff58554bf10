import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, IdOrIds, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { Limits } from '../../../platform/config/limits.settings.js';
import { bulkIds } from '../../rooms/among-rooms.js';
import { messagesDelivered } from '../message.frames.js';
import { MessageRooms } from '../message-rooms.repository.js';
import { AcknowledgementsService } from './acknowledgements.js';
import { ReceiptTurns } from './receipt-turns.js';

class MessageAcknowledgedRequest {
  @IdOrIds()
  message_id!: string | string[];

  /** The room of the messages. */
  @Optional()
  @Id()
  room_id?: string | null;
}

/**
 * `message.acknowledged`: the messages have arrived at the requester, and their notifications are no longer pending.
 * Each sender who is still a member of the room receives one dispatch with the sender's own messages; the requester
 * receives all messages.
 *
 * Messages that do not exist or are not in a room of the requester, or not in the room that is given, are ignored,
 * unless there are no others.
 */
@Injectable()
@ClientEvent({
  name: 'message.acknowledged',
  summary: 'Acknowledges messages that have arrived.',
  request: MessageAcknowledgedRequest,
  roomTokens: 'open',
  emits: ['messagedelivered.dispatch'],
})
export class MessageAcknowledgedEvent implements EventHandler<MessageAcknowledgedRequest> {
  constructor(
    private readonly rooms: MessageRooms,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly turns: ReceiptTurns,
    private readonly limits: Limits,
  ) {}

  async handle(request: MessageAcknowledgedRequest, { actor, pay }: EventContext): Promise<Answer> {
    const ids = bulkIds('message_id', request.message_id, this.limits.bulkIds);
    const named = await this.rooms.of(actor, ids, request.room_id);
    pay(named.length - 1);
    const { messages, changed } = await this.turns.run(actor.user.id, () =>
      this.acknowledgements.acknowledge(actor, named),
    );
    const frame = messagesDelivered(messages, actor.user.id);
    return changed ? frame : { ...frame, meta: { changed } };
  }
}
