import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RoomPolicy } from '../../rooms/room.policy.js';
import { MessageSearchService } from '../search/message-search.js';
import { LONGEST_CURSOR } from '../search/search.cursor.js';

const LONGEST_QUERY = 200;
const DEFAULT_SIZE = 20;
const LARGEST_SIZE = 50;

class MessageSearchRequest {
  @Text({ min: 1, max: LONGEST_QUERY })
  query!: string;

  /** The one room to search. */
  @Optional()
  @Id()
  room_id?: string | null;

  /** The `next_before` of the previous page. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  before?: string | null;

  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;
}

/**
 * `message.search`: returns the messages with certain words in the requester's current rooms, to the requester only.
 */
@Injectable()
@ClientEvent({
  name: 'message.search',
  summary: "Searches the messages of the user's rooms for words.",
  request: MessageSearchRequest,
  cost: 10,
  stores: false,
  emits: ['messagesearch.dispatch'],
})
export class MessageSearchEvent implements EventHandler<MessageSearchRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly search: MessageSearchService,
  ) {}

  async handle(request: MessageSearchRequest, { actor }: EventContext): Promise<Answer> {
    const { page, truncated } = await this.search.page(this.policy.mayFollow(actor), {
      query: request.query,
      roomId: request.room_id?.toLowerCase(),
      before: request.before ?? undefined,
      limit: request.limit ?? DEFAULT_SIZE,
    });
    return { eventType: 'messagesearch.dispatch', data: page, ...(truncated && { meta: { truncated } }) };
  }
}
