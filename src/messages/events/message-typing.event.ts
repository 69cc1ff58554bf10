import { Injectable } from '@nestjs/common';
import type { ServerEvent, User } from '@parley/protocol';
import { ClientEvent, Id } from '@parley/realtime/inbound';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/inbound';
import { Dispatch } from '@parley/realtime/outbound';
import { LRUCache } from 'lru-cache';

import { MessagePolicy } from '../message.policy.js';

const EXPIRES_IN_SECONDS = 5;
const TOLD_FOR_MS = 2_000;
const MOST_REMEMBERED = 100_000;

class MessageTypingRequest {
  @Id()
  room_id!: string;
}

/**
 * `message.typing`: tells everybody in the room that somebody is about to say something. Nothing of it lasts. Whoever
 * was told will not be told again soon; the asker alone is answered then, if there is a request to answer.
 */
@Injectable()
@ClientEvent({
  name: 'message.typing',
  summary: 'Tells a room that one is typing.',
  request: MessageTypingRequest,
  speaks: ['messagetyping.dispatch'],
})
export class MessageTypingEvent implements EventHandler<MessageTypingRequest> {
  /** Who was told of whom by this node, and not long ago. */
  private readonly told = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: TOLD_FOR_MS });

  constructor(
    private readonly policy: MessagePolicy,
    private readonly dispatch: Dispatch,
  ) {}

  async handle(request: MessageTypingRequest, { actor, asker }: EventContext): Promise<Answer | undefined> {
    const { roomId } = await this.policy.mayType(actor, request.room_id.toLowerCase());
    const frame = typing(actor.user, roomId);
    const key = `${roomId}:${String(actor.user.id)}`;
    if (this.told.has(key)) return asker.requestId === undefined ? undefined : { ...frame, meta: { changed: false } };
    this.told.set(key, true);
    this.dispatch.toRoomInPassing(roomId, frame, asker);
    return undefined;
  }
}

const typing = ({ id, username }: User, roomId: string): ServerEvent<'messagetyping.dispatch'> => ({
  eventType: 'messagetyping.dispatch',
  data: { username, user_id: id, room_id: roomId, expires_in: EXPIRES_IN_SECONDS },
  room_id: roomId,
});
