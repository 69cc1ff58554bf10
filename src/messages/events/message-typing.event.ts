import { Injectable } from '@nestjs/common';
import type { ServerEvent, User } from '@parley/protocol';
import { ClientEvent, Id } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';
import { Dispatch } from '@parley/realtime/dispatch';

import { MessagePolicy } from '../message.policy.js';
import { TypingTold } from '../typing-told.js';

const EXPIRES_IN_SECONDS = 5;

class MessageTypingRequest {
  @Id()
  room_id!: string;
}

/**
 * `message.typing`: tells everybody in the room that somebody is about to say something. Nothing of it lasts. Whoever
 * was told will not be told again soon; the requester alone is answered then, if there is a request to answer. Only devices
 * on two nodes that ask in the same moment may both be heard.
 */
@Injectable()
@ClientEvent({
  name: 'message.typing',
  summary: 'Tells a room that one is typing.',
  request: MessageTypingRequest,
  emits: ['messagetyping.dispatch'],
})
export class MessageTypingEvent implements EventHandler<MessageTypingRequest> {
  constructor(
    private readonly policy: MessagePolicy,
    private readonly dispatch: Dispatch,
    private readonly told: TypingTold,
  ) {}

  async handle(request: MessageTypingRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const { roomId } = await this.policy.mayType(actor, request.room_id.toLowerCase());
    const frame = typing(actor.user, roomId);
    if (this.told.has(roomId, actor.user.id)) {
      return origin.requestId === undefined ? undefined : { ...frame, meta: { changed: false } };
    }
    this.told.add(roomId, actor.user.id);
    this.dispatch.toRoomDroppable(roomId, frame, origin);
    return undefined;
  }
}

const typing = ({ id, username }: User, roomId: string): ServerEvent<'messagetyping.dispatch'> => ({
  eventType: 'messagetyping.dispatch',
  data: { username, user_id: id, room_id: roomId, expires_in: EXPIRES_IN_SECONDS },
  room_id: roomId,
});
