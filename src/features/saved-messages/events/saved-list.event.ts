import { Injectable } from '@nestjs/common';
import { ClientEvent } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { DEFAULT_PAGE_SIZE, TimedPageRequest } from '../../../platform/pages/timed-place.js';
import { SavedPages } from '../saved-pages.js';

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
  constructor(private readonly pages: SavedPages) {}

  async handle({ limit, cursor }: TimedPageRequest, { actor }: EventContext): Promise<Answer> {
    const { truncated, ...data } = await this.pages.page(actor, { limit: limit ?? DEFAULT_PAGE_SIZE, cursor });
    return { eventType: 'savedlist.dispatch', data, ...(truncated && { meta: { truncated } }) };
  }
}
