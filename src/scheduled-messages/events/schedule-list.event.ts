import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { ClientEvent, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { cursorParts, cursorText } from '../../platform/collections/cursor-text.js';
import { ScheduledMessagePolicy } from '../scheduled-message.policy.js';
import { ScheduledMessagesRepository } from '../scheduled-messages.repository.js';
import { placeOf, placeText } from '../scheduled-place.js';
import type { ScheduledPlace } from '../scheduled-place.js';

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
      after: placeIn(cursor),
      limit: limit ?? DEFAULT_SIZE,
    });
    return {
      eventType: 'schedulelist.dispatch',
      data: { scheduled: items, next_cursor: end ? cursorText([placeText(end)]) : null },
      ...(truncated && { meta: { truncated } }),
    };
  }
}

/** @throws Refusal 4003 if the cursor did not come with a page */
function placeIn(cursor: string | null | undefined): ScheduledPlace | undefined {
  if (typeof cursor !== 'string') return undefined;
  const [text] = cursorParts(cursor) ?? [];
  const place = typeof text === 'string' ? placeOf(text) : undefined;
  if (place && cursorText([placeText(place)]) === cursor) return place;
  throw invalid({ cursor: ['Must be a next_cursor that came with a page of the list.'] });
}
