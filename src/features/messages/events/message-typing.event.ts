import { Injectable } from '@nestjs/common';
import type { ServerEvent, User } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import { Hub } from '@parley/realtime/hub';
import { ClientEvent, Id } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';
import { LRUCache } from 'lru-cache';

import { Separations } from '../../blocking/separations.js';
import { mostEntries } from '../../../platform/collections/most-entries.js';
import { MessagePolicy } from '../message.policy.js';

const TOPIC = 'messages.typing.sent';
const REPEAT_AFTER_MS = 2_000;
const MOST_REMEMBERED = 100_000;

/** The recent dispatches of typing, by room and user, on all nodes: repetitions are not dispatched. */
@Injectable()
export class RecentTyping {
  private readonly recent = new LRUCache<string, true>({ ...mostEntries(MOST_REMEMBERED), ttl: REPEAT_AFTER_MS });

  constructor(private readonly hub: Hub) {
    hub.subscribe(TOPIC, (key) => this.recent.set(key as string, true));
  }

  has(roomId: string, userId: number): boolean {
    return this.recent.has(keyOf(roomId, userId));
  }

  publish(roomId: string, userId: number): void {
    this.hub.publishToNodes(TOPIC, keyOf(roomId, userId));
  }
}

const keyOf = (roomId: string, userId: number): string => `${roomId}:${String(userId)}`;

const EXPIRES_IN_SECONDS = 5;

class MessageTypingRequest {
  @Id()
  room_id!: string;
}

/**
 * `message.typing`: notifies the members of the room that the requester is typing, without those whom the requester
 * blocks or who block the requester. Nothing is stored. A repetition within a short time is not dispatched; only the
 * requester receives an answer, if the request has a `request_id`. Two devices on two nodes that send it at the same
 * moment may cause two dispatches.
 */
@Injectable()
@ClientEvent({
  name: 'message.typing',
  summary: 'Notifies a room that the user is typing.',
  request: MessageTypingRequest,
  stores: false,
  roomTokens: 'open',
  emits: ['messagetyping.dispatch'],
})
export class MessageTypingEvent implements EventHandler<MessageTypingRequest> {
  constructor(
    private readonly policy: MessagePolicy,
    private readonly dispatch: Dispatch,
    private readonly recentTyping: RecentTyping,
    private readonly separations: Separations,
  ) {}

  async handle(request: MessageTypingRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const separated = await this.separations.of(actor.user.id);
    // Last, so that nobody types who is removed meanwhile.
    const { roomId } = await this.policy.mayType(actor, request.room_id.toLowerCase());
    const frame = typing(actor.user, roomId);
    if (this.recentTyping.has(roomId, actor.user.id)) {
      return origin.requestId === undefined ? undefined : { ...frame, meta: { changed: false } };
    }
    this.recentTyping.publish(roomId, actor.user.id);
    this.dispatch.toRoomDroppable(roomId, frame, origin, separated);
    return undefined;
  }
}

const typing = ({ id, username }: User, roomId: string): ServerEvent<'messagetyping.dispatch'> => ({
  eventType: 'messagetyping.dispatch',
  data: { username, user_id: id, room_id: roomId, expires_in: EXPIRES_IN_SECONDS },
  room_id: roomId,
});
