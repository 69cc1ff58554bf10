import { Injectable } from '@nestjs/common';
import { ClientEvent } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { DEFAULT_PAGE_SIZE, TimedPageRequest } from '../../platform/collections/timed-page.request.js';
import { cursorAfter, placeOfCursor } from '../../platform/collections/timed-place.js';
import { SavedMessagePolicy } from '../saved-message.policy.js';
import { SavedMessagesRepository } from '../saved-messages.repository.js';

/** `saved.list`: returns the messages that the requester has saved, the last saved first, page by page. */
@Injectable()
@ClientEvent({
  name: 'saved.list',
  summary: "Returns a page of the user's saved messages, the last saved first.",
  request: TimedPageRequest,
  cost: 5,
  stores: false,
  emits: ['savedlist.dispatch'],
})
export class SavedListEvent implements EventHandler<TimedPageRequest> {
  constructor(
    private readonly policy: SavedMessagePolicy,
    private readonly repository: SavedMessagesRepository,
  ) {}

  async handle({ limit, cursor }: TimedPageRequest, { actor }: EventContext): Promise<Answer> {
    const { items, end, truncated } = await this.repository.part(this.policy.mayList(actor), {
      after: placeOfCursor(cursor),
      limit: limit ?? DEFAULT_PAGE_SIZE,
    });
    return {
      eventType: 'savedlist.dispatch',
      data: { saved: items, next_cursor: end ? cursorAfter(end) : null },
      ...(truncated && { meta: { truncated } }),
    };
  }
}
