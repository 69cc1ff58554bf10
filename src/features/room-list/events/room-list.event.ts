import { Injectable } from '@nestjs/common';
import { Bool, ClientEvent, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { LONGEST_CURSOR } from '../room-list.cursor.js';
import { RoomListPages } from '../room-list-pages.js';

const MOST_ROOMS = 1_000;

class RoomListRequest {
  @Optional()
  @Integer({ min: 1, max: MOST_ROOMS })
  limit?: number | null;

  /** The `meta.next_cursor` of the previous page. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;

  /** Lists the rooms that the user has archived, and no others. */
  @Optional()
  @Bool()
  archived?: boolean | null;
}

/**
 * `room.list`: returns the requester's rooms to the requester only, the room with the latest message first. Rooms that
 * the requester has archived are listed alone, on request. `meta.next_cursor` is the cursor of the next page, and null
 * on the last page. A page that was cut because of its bytes has `meta.truncated`.
 */
@Injectable()
@ClientEvent({
  name: 'room.list',
  summary: "Lists the user's rooms, the one with the latest message first.",
  request: RoomListRequest,
  cost: 5,
  stores: false,
  roomTokens: 'open',
  emits: ['roomlist.dispatch'],
})
export class RoomListEvent implements EventHandler<RoomListRequest> {
  constructor(private readonly pages: RoomListPages) {}

  async handle({ limit, cursor, archived }: RoomListRequest, { actor }: EventContext): Promise<Answer> {
    const { rooms, next_cursor, truncated } = await this.pages.page(actor, {
      areArchived: archived === true,
      limit: limit ?? MOST_ROOMS,
      cursor,
    });
    return { eventType: 'roomlist.dispatch', data: rooms, meta: { next_cursor, ...(truncated && { truncated }) } };
  }
}
