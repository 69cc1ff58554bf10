import { Injectable } from '@nestjs/common';
import { Bool, ClientEvent, Id, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { PinMessage } from '../pin-message.js';

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
  roomTokens: 'open',
  emits: ['messagepin.dispatch'],
})
export class MessagePinEvent implements EventHandler<MessagePinRequest> {
  constructor(private readonly act: PinMessage) {}

  handle(request: MessagePinRequest, context: EventContext): Promise<Answer | undefined> {
    const named = { id: request.message_id.toLowerCase(), roomId: request.room_id };
    return this.act.pin(context, named, request.pinned);
  }
}
