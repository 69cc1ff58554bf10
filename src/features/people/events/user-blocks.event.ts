import { Injectable } from '@nestjs/common';
import { ClientEvent, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { BlockPages } from '../blocks/block-pages.js';

const LARGEST_SIZE = 200;
const LONGEST_CURSOR = 40;

class UserBlocksRequest {
  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}

/** `user.blocks`: returns the users whom the requester blocks, page by page. */
@Injectable()
@ClientEvent({
  name: 'user.blocks',
  summary: 'Returns a page of the users whom the user blocks.',
  request: UserBlocksRequest,
  stores: false,
  emits: ['userblocks.dispatch'],
})
export class UserBlocksEvent implements EventHandler<UserBlocksRequest> {
  constructor(private readonly pages: BlockPages) {}

  async handle({ limit, cursor }: UserBlocksRequest, { actor }: EventContext): Promise<Answer> {
    const { truncated, ...data } = await this.pages.page(actor, { limit, cursor });
    return { eventType: 'userblocks.dispatch', data, ...(truncated && { meta: { truncated } }) };
  }
}
