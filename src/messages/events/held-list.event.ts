import { Injectable } from '@nestjs/common';
import { ClientEvent, Id } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { DEFAULT_PAGE_SIZE, TimedPageRequest } from '../../platform/collections/timed-page.request.js';
import { cursorAfter, placeOfCursor } from '../../platform/collections/timed-place.js';
import { RoomPolicy } from '../../rooms/room.policy.js';
import { HeldMessagesRepository } from '../held/held-messages.repository.js';

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
  constructor(
    private readonly policy: RoomPolicy,
    private readonly held: HeldMessagesRepository,
  ) {}

  async handle({ room_id, limit, cursor }: HeldListRequest, { actor }: EventContext): Promise<Answer> {
    const roomId = room_id.toLowerCase();
    const after = placeOfCursor(cursor);
    const grant = await this.policy.mayRead(actor, roomId);
    const { items, end, truncated } = await this.held.part(grant, { after, limit: limit ?? DEFAULT_PAGE_SIZE });
    return {
      eventType: 'heldlist.dispatch',
      data: { room_id: roomId, held: items, next_cursor: end ? cursorAfter(end) : null },
      ...(truncated && { meta: { truncated } }),
    };
  }
}
