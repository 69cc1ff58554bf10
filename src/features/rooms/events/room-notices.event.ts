import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Integer, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { NoticePages } from '../notices/notice-pages.js';

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
  roomTokens: 'open',
  emits: ['roomnotices.dispatch'],
})
export class RoomNoticesEvent implements EventHandler<RoomNoticesRequest> {
  constructor(private readonly pages: NoticePages) {}

  async handle({ room_id, after, before, limit }: RoomNoticesRequest, { actor }: EventContext): Promise<Answer> {
    const data = await this.pages.page(actor, { roomId: room_id.toLowerCase(), after, before, limit });
    return { eventType: 'roomnotices.dispatch', data };
  }
}
