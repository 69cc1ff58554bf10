import { Injectable } from '@nestjs/common';
import type { ReportState } from '@parley/protocol';
import { Choice, ClientEvent, Id, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { ReportPages } from '../report-pages.js';

const LARGEST_SIZE = 100;
const LONGEST_CURSOR = 200;

class ReportListRequest {
  /** By default `open`. */
  @Optional()
  @Choice(['open', 'resolved'])
  state?: ReportState | null;

  /** By default all rooms that a leader leads, or all rooms and users for moderators. */
  @Optional()
  @Id()
  room_id?: string | null;

  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}

/** `report.list`: returns reports, the newest first, page by page: of their rooms to leaders, all to moderators. */
@Injectable()
@ClientEvent({
  name: 'report.list',
  summary: 'Returns a page of the reports of their rooms to leaders, of all rooms and users to moderators.',
  request: ReportListRequest,
  cost: 5,
  stores: false,
  emits: ['reportlist.dispatch'],
})
export class ReportListEvent implements EventHandler<ReportListRequest> {
  constructor(private readonly pages: ReportPages) {}

  async handle({ state, room_id, limit, cursor }: ReportListRequest, { actor }: EventContext): Promise<Answer> {
    const { truncated, ...data } = await this.pages.page(actor, {
      state: state ?? 'open',
      roomId: room_id?.toLowerCase(),
      limit,
      cursor,
    });
    return { eventType: 'reportlist.dispatch', data, ...(truncated && { meta: { truncated } }) };
  }
}
