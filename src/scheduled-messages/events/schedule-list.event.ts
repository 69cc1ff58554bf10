import { Injectable } from '@nestjs/common';
import { ClientEvent } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { DEFAULT_PAGE_SIZE, TimedPageRequest } from '../../platform/collections/timed-page.request.js';
import { cursorAfter, placeOfCursor } from '../../platform/collections/timed-place.js';
import { ScheduledMessagePolicy } from '../scheduled-message.policy.js';
import { ScheduledMessagesRepository } from '../scheduled-messages.repository.js';

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
  constructor(
    private readonly policy: ScheduledMessagePolicy,
    private readonly repository: ScheduledMessagesRepository,
  ) {}

  async handle({ limit, cursor }: TimedPageRequest, { actor }: EventContext): Promise<Answer> {
    const { items, end, truncated } = await this.repository.part(this.policy.mayManage(actor), {
      after: placeOfCursor(cursor),
      limit: limit ?? DEFAULT_PAGE_SIZE,
    });
    return {
      eventType: 'schedulelist.dispatch',
      data: { scheduled: items, next_cursor: end ? cursorAfter(end) : null },
      ...(truncated && { meta: { truncated } }),
    };
  }
}
