import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Integer, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { Config } from '../../platform/config/config.js';
import { RoomNoticesRepository } from '../notices/room-notices.repository.js';
import { RoomPolicy } from '../room.policy.js';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 100;

class RoomNoticesRequest {
  @Id()
  room_id!: string;

  /** Only notices with higher numbers. */
  @Optional()
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  after?: number | null;

  /** Only notices with lower numbers. */
  @Optional()
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  before?: number | null;

  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;
}

/** `room.notices`: returns what happened to a room in a part of its log: the newest notices, in their order. */
@Injectable()
@ClientEvent({
  name: 'room.notices',
  summary: 'Returns the notices of a room: who made it, joined, left, was added or removed, and renamed it.',
  request: RoomNoticesRequest,
  cost: 2,
  stores: false,
  emits: ['roomnotices.dispatch'],
})
export class RoomNoticesEvent implements EventHandler<RoomNoticesRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly notices: RoomNoticesRepository,
    private readonly config: Config,
  ) {}

  async handle({ room_id, after, before, limit }: RoomNoticesRequest, { actor }: EventContext): Promise<Answer> {
    const roomId = room_id.toLowerCase();
    const grant = await this.policy.mayRead(actor, roomId);
    const range = { after: after ?? 0, before: before ?? Number.MAX_SAFE_INTEGER };
    const size = { entries: limit ?? DEFAULT_SIZE, answerBytes: this.config.limits.answerBytes };
    const { notices, hasMore, messagesRemovedBefore } = await this.notices.page(grant, range, size);
    // A user who was removed during the read receives no page.
    await this.policy.mayRead(actor, roomId);
    return {
      eventType: 'roomnotices.dispatch',
      data: {
        room_id: roomId,
        notices: notices.toReversed(),
        has_more: hasMore,
        messages_removed_before: messagesRemovedBefore?.toISOString() ?? null,
      },
    };
  }
}
