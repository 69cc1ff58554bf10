import { Injectable } from '@nestjs/common';
import type { RoomListEntry } from '@parley/protocol';
import { Bool, ClientEvent, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { RoomTypes } from '../../rooms/types/room-types.js';
import { toMessage } from '../message.view.js';
import { decoded, encoded, LONGEST_CURSOR } from '../room-list/room-list.cursor.js';
import { RoomListRepository } from '../room-list/room-list.repository.js';
import type { RoomListItem } from '../room-list/room-list.repository.js';

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
  emits: ['roomlist.dispatch'],
})
export class RoomListEvent implements EventHandler<RoomListRequest> {
  constructor(
    private readonly lists: RoomListRepository,
    private readonly types: RoomTypes,
  ) {}

  async handle({ limit, cursor, archived }: RoomListRequest, { actor }: EventContext): Promise<Answer> {
    const after = typeof cursor === 'string' ? decoded(cursor) : undefined;
    const wanted = { areArchived: archived === true, limit: limit ?? MOST_ROOMS, after };
    const { rooms, next, truncated } = await this.lists.page(actor.user.id, wanted);
    return {
      eventType: 'roomlist.dispatch',
      data: rooms.map((item) => this.entry(item)),
      meta: { next_cursor: next ? encoded(next) : null, ...(truncated && { truncated }) },
    };
  }

  private entry({ room, lastMessage, ...state }: RoomListItem): Restrictable<RoomListEntry> {
    return this.types.entry(room, { lastMessage: lastMessage && toMessage(lastMessage), ...state });
  }
}
