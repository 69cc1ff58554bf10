import { Injectable } from '@nestjs/common';
import { ClientEvent, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { cursorAfter, placeOfCursor } from '../../platform/collections/timed-place.js';
import { SavedMessagePolicy } from '../saved-message.policy.js';
import { SavedMessagesRepository } from '../saved-messages.repository.js';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 200;
const LONGEST_CURSOR = 200;

class SavedListRequest {
  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}

/** `saved.list`: returns the messages that the requester has saved, the last saved first, page by page. */
@Injectable()
@ClientEvent({
  name: 'saved.list',
  summary: "Returns a page of the user's saved messages, the last saved first.",
  request: SavedListRequest,
  cost: 5,
  stores: false,
  emits: ['savedlist.dispatch'],
})
export class SavedListEvent implements EventHandler<SavedListRequest> {
  constructor(
    private readonly policy: SavedMessagePolicy,
    private readonly repository: SavedMessagesRepository,
  ) {}

  async handle({ limit, cursor }: SavedListRequest, { actor }: EventContext): Promise<Answer> {
    const { items, end, truncated } = await this.repository.part(this.policy.mayList(actor), {
      after: placeOfCursor(cursor),
      limit: limit ?? DEFAULT_SIZE,
    });
    return {
      eventType: 'savedlist.dispatch',
      data: { saved: items, next_cursor: end ? cursorAfter(end) : null },
      ...(truncated && { meta: { truncated } }),
    };
  }
}
