import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { LONGEST_CURSOR } from '../../../platform/pages/cursor.js';
import { RestrictionPages } from '../restrictions/restriction-pages.js';

const LARGEST_SIZE = 200;

class RoomRestrictionsRequest {
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

/**
 * `room.restrictions`: returns the restrictions in a room, page by page: to its leaders all, to other members their
 * own.
 */
@Injectable()
@ClientEvent({
  name: 'room.restrictions',
  summary: 'Returns a page of the restrictions in a room; only their own to members who do not lead it.',
  request: RoomRestrictionsRequest,
  stores: false,
  roomTokens: 'open',
  emits: ['roomrestrictions.dispatch'],
})
export class RoomRestrictionsEvent implements EventHandler<RoomRestrictionsRequest> {
  constructor(private readonly pages: RestrictionPages) {}

  async handle({ room_id, limit, cursor }: RoomRestrictionsRequest, { actor }: EventContext): Promise<Answer> {
    const { truncated, ...data } = await this.pages.page(actor, { roomId: room_id.toLowerCase(), limit, cursor });
    return { eventType: 'roomrestrictions.dispatch', data, ...(truncated && { meta: { truncated } }) };
  }
}
