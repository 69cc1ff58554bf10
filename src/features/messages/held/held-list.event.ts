import { Injectable } from '@nestjs/common';
import { ClientEvent, Id } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { DEFAULT_PAGE_SIZE, TimedPageRequest } from '../../../platform/pages/timed-place.js';
import { HeldPages } from './held-pages.js';

class HeldListRequest extends TimedPageRequest {
  @Id()
  room_id!: string;
}

/**
 * `held.list`: returns what is held in a room, the oldest first, page by page: to its leaders all, to others their own.
 */
@Injectable()
@ClientEvent({
  name: 'held.list',
  summary: 'Returns a page of the held messages of a room; only their own to members who do not lead it.',
  request: HeldListRequest,
  cost: 5,
  stores: false,
  emits: ['heldlist.dispatch'],
})
export class HeldListEvent implements EventHandler<HeldListRequest> {
  constructor(private readonly pages: HeldPages) {}

  async handle({ room_id, limit, cursor }: HeldListRequest, { actor }: EventContext): Promise<Answer> {
    const { truncated, ...data } = await this.pages.page(actor, {
      roomId: room_id.toLowerCase(),
      limit: limit ?? DEFAULT_PAGE_SIZE,
      cursor,
    });
    return { eventType: 'heldlist.dispatch', data, ...(truncated && { meta: { truncated } }) };
  }
}
