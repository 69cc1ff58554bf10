import { Injectable } from '@nestjs/common';
import type { MessagePart } from '@parley/protocol';
import { Choices, ClientEvent, Id, Integer, Moment, Optional, Text, UserId } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RoomPolicy } from '../../rooms/room.policy.js';
import { MessageSearchService } from '../message-search.js';
import { MESSAGE_PARTS } from '../search-filters.js';
import { LONGEST_CURSOR } from '../../../platform/pages/cursor.js';

const LONGEST_QUERY = 200;
const DEFAULT_SIZE = 20;
const LARGEST_SIZE = 50;

class MessageSearchRequest {
  /** Only with `from_user_id` or `has` it may be omitted or empty. */
  @Optional()
  @Text({ max: LONGEST_QUERY })
  query?: string | null;

  /** The one room to search. */
  @Optional()
  @Id()
  room_id?: string | null;

  @Optional()
  @UserId()
  from_user_id?: number | null;

  /** Inclusive. */
  @Optional()
  @Moment({ isFilter: true })
  since?: string | null;

  /** Exclusive. */
  @Optional()
  @Moment({ isFilter: true })
  until?: string | null;

  @Optional()
  @Choices(MESSAGE_PARTS)
  has?: MessagePart[] | null;

  /** The `next_before` of the previous page. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  before?: string | null;

  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;
}

const millisecondsOf = (moment: string | null | undefined): number | undefined =>
  typeof moment === 'string' ? Date.parse(moment) : undefined;

/**
 * `message.search`: returns the messages with certain words, and of certain kinds, in the requester's current rooms, to
 * the requester only.
 */
@Injectable()
@ClientEvent({
  name: 'message.search',
  summary: "Searches the messages of the user's rooms, by words and filters.",
  request: MessageSearchRequest,
  cost: 10,
  stores: false,
  roomTokens: 'open',
  emits: ['messagesearch.dispatch'],
})
export class MessageSearchEvent implements EventHandler<MessageSearchRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly search: MessageSearchService,
  ) {}

  async handle(request: MessageSearchRequest, { actor }: EventContext): Promise<Answer> {
    const { page, truncated } = await this.search.page(this.policy.mayFollow(actor), {
      query: request.query ?? '',
      filters: {
        fromUserId: request.from_user_id ?? undefined,
        since: millisecondsOf(request.since),
        until: millisecondsOf(request.until),
        has: new Set(request.has),
      },
      roomId: request.room_id?.toLowerCase(),
      before: request.before ?? undefined,
      limit: request.limit ?? DEFAULT_SIZE,
    });
    return { eventType: 'messagesearch.dispatch', data: page, ...(truncated && { meta: { truncated } }) };
  }
}
