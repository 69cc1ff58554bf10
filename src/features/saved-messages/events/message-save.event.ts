import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { Bool, ClientEvent, Id, Moment, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { MessageRooms } from '../../messages/message-rooms.repository.js';
import { SavedMessagesService } from '../saved-messages.service.js';

class MessageSaveRequest {
  @Id()
  message_id!: string;

  /** The room of the message. */
  @Optional()
  @Id()
  room_id?: string | null;

  @Bool()
  saved!: boolean;

  /** When to be reminded of the message; null: never; omitted: as before. */
  @Optional()
  @Moment()
  remind_at?: string | null;
}

/**
 * `message.save`: saves a message for the requester, with a reminder or without, or ends that. Only the requester's
 * devices receive the change.
 */
@Injectable()
@ClientEvent({
  name: 'message.save',
  summary: 'Saves a message for the user, with a reminder or without, or ends that.',
  request: MessageSaveRequest,
  emits: ['messagesave.dispatch'],
})
export class MessageSaveEvent implements EventHandler<MessageSaveRequest> {
  constructor(
    private readonly rooms: MessageRooms,
    private readonly saved: SavedMessagesService,
  ) {}

  async handle(request: MessageSaveRequest, context: EventContext): Promise<Answer | undefined> {
    const { saved, remind_at: moment } = request;
    const messageId = request.message_id.toLowerCase();
    const remindAt = typeof moment === 'string' ? new Date(moment) : moment;
    if (remindAt && !saved) throw invalid({ remind_at: ['Requires saved: true.'] });
    const [named] = await this.rooms.of(context.actor, [messageId], request.room_id);
    return saved ? this.saved.save(context, named, remindAt) : this.saved.remove(context, named, messageId);
  }
}
