import { Injectable } from '@nestjs/common';
import type { ReactionChange } from '@parley/protocol';
import { Choice, ClientEvent, Id, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { ReactToMessage } from '../acts/react-to-message.js';

const LONGEST_REACTION = 64;

class MessageReactRequest {
  @Choice(['add', 'remove'])
  type!: ReactionChange['type'];

  @Id()
  message_id!: string;

  /** The room of the message. */
  @Optional()
  @Id()
  room_id?: string | null;

  @Text({ min: 1, max: LONGEST_REACTION })
  reaction_content!: string;
}

/**
 * `message.react`: adds or removes a reaction of the requester to a message, and notifies the members of the room. The
 * message's sender gets a pending notification of the reaction.
 */
@Injectable()
@ClientEvent({
  name: 'message.react',
  summary: 'Adds a reaction to a message, or removes it.',
  request: MessageReactRequest,
  roomTokens: 'open',
  emits: ['reaction.dispatch'],
})
export class MessageReactEvent implements EventHandler<MessageReactRequest> {
  constructor(private readonly act: ReactToMessage) {}

  handle(request: MessageReactRequest, context: EventContext): Promise<Answer | undefined> {
    const named = { id: request.message_id.toLowerCase(), roomId: request.room_id };
    return this.act.react(context, named, request.type, request.reaction_content);
  }
}
