import { Injectable } from '@nestjs/common';
import { Bool, ClientEvent, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { LONGEST_CURSOR } from '../../../platform/pages/cursor.js';
import { ThreadPages } from './thread-pages.js';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 100;

class ThreadListRequest {
  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `meta.next_cursor` of the previous page. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;

  /** Whether threads without unread replies are left out. */
  @Optional()
  @Bool()
  unread_only?: boolean | null;
}

/**
 * `thread.list`: returns the threads that the requester follows to the requester only, the latest reply first: of the
 * thousand that were started last. `meta.next_cursor` is the cursor of the next page, and null on the last page. A
 * thread that is replied to between two pages moves to the front.
 */
@Injectable()
@ClientEvent({
  name: 'thread.list',
  summary: 'Lists the threads that the user follows, the latest reply first.',
  request: ThreadListRequest,
  cost: 5,
  stores: false,
  roomTokens: 'open',
  emits: ['threadlist.dispatch'],
})
export class ThreadListEvent implements EventHandler<ThreadListRequest> {
  constructor(private readonly pages: ThreadPages) {}

  async handle({ limit, cursor, unread_only }: ThreadListRequest, { actor }: EventContext): Promise<Answer> {
    const { threads, next_cursor, truncated } = await this.pages.followed(actor, {
      limit: limit ?? DEFAULT_SIZE,
      unreadOnly: unread_only === true,
      cursor,
    });
    return { eventType: 'threadlist.dispatch', data: threads, meta: { next_cursor, ...(truncated && { truncated }) } };
  }
}
