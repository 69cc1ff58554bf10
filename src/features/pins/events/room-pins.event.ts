import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { LONGEST_CURSOR } from '../../../platform/pages/cursor.js';
import { PinPages } from '../pin-pages.js';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 200;

class RoomPinsRequest {
  @Id()
  room_id!: string;

  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}

/** `room.pins`: returns the pinned messages of a room, page by page, the newest pin first. */
@Injectable()
@ClientEvent({
  name: 'room.pins',
  summary: 'Returns a page of the pinned messages of a room.',
  request: RoomPinsRequest,
  stores: false,
  roomTokens: 'open',
  emits: ['roompins.dispatch'],
})
export class RoomPinsEvent implements EventHandler<RoomPinsRequest> {
  constructor(private readonly pages: PinPages) {}

  async handle({ room_id, limit, cursor }: RoomPinsRequest, { actor }: EventContext): Promise<Answer> {
    const { truncated, ...data } = await this.pages.page(actor, {
      roomId: room_id.toLowerCase(),
      limit: limit ?? DEFAULT_SIZE,
      cursor,
    });
    return { eventType: 'roompins.dispatch', data, ...(truncated && { meta: { truncated } }) };
  }
}
