import { Injectable } from '@nestjs/common';
import { ClientEvent } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { DEFAULT_PAGE_SIZE, TimedPageRequest } from '../../../platform/pages/timed-place.js';
import { ScheduledPages } from '../scheduled-pages.js';

/** `schedule.list`: returns the messages that the requester has scheduled, the earliest first, page by page. */
@Injectable()
@ClientEvent({
  name: 'schedule.list',
  summary: "Returns a page of the user's scheduled messages, the earliest first.",
  request: TimedPageRequest,
  cost: 5,
  stores: false,
  emits: ['schedulelist.dispatch'],
})
export class ScheduleListEvent implements EventHandler<TimedPageRequest> {
  constructor(private readonly pages: ScheduledPages) {}

  async handle({ limit, cursor }: TimedPageRequest, { actor }: EventContext): Promise<Answer> {
    const { truncated, ...data } = await this.pages.page(actor, { limit: limit ?? DEFAULT_PAGE_SIZE, cursor });
    return { eventType: 'schedulelist.dispatch', data, ...(truncated && { meta: { truncated } }) };
  }
}
