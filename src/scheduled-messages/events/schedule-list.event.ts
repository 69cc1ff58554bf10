import { Injectable } from '@nestjs/common';
import { ClientEvent, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { cursorAfter, placeOfCursor } from '../../platform/collections/timed-place.js';
import { ScheduledMessagePolicy } from '../scheduled-message.policy.js';
import { ScheduledMessagesRepository } from '../scheduled-messages.repository.js';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 200;
const LONGEST_CURSOR = 200;

class ScheduleListRequest {
  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}

/** `schedule.list`: returns the messages that the requester has scheduled, the earliest first, page by page. */
@Injectable()
@ClientEvent({
  name: 'schedule.list',
  summary: "Returns a page of the user's scheduled messages, the earliest first.",
  request: ScheduleListRequest,
  cost: 5,
  stores: false,
  emits: ['schedulelist.dispatch'],
})
export class ScheduleListEvent implements EventHandler<ScheduleListRequest> {
  constructor(
    private readonly policy: ScheduledMessagePolicy,
    private readonly repository: ScheduledMessagesRepository,
  ) {}

  async handle({ limit, cursor }: ScheduleListRequest, { actor }: EventContext): Promise<Answer> {
    const { items, end, truncated } = await this.repository.part(this.policy.mayManage(actor), {
      after: placeOfCursor(cursor),
      limit: limit ?? DEFAULT_SIZE,
    });
    return {
      eventType: 'schedulelist.dispatch',
      data: { scheduled: items, next_cursor: end ? cursorAfter(end) : null },
      ...(truncated && { meta: { truncated } }),
    };
  }
}
