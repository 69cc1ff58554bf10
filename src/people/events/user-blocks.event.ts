import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { ClientEvent, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { BlockPolicy } from '../../blocking/block.policy.js';
import { UserBlocksRepository } from '../../blocking/user-blocks.repository.js';
import { cursorParts, cursorText } from '../../platform/collections/cursor-text.js';

const DEFAULT_SIZE = 50;
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
  constructor(
    private readonly policy: BlockPolicy,
    private readonly blocks: UserBlocksRepository,
  ) {}

  async handle({ limit, cursor }: UserBlocksRequest, { actor }: EventContext): Promise<Answer> {
    const { items, end, truncated } = await this.blocks.part(this.policy.mayList(actor), {
      after: placeOf(cursor),
      limit: limit ?? DEFAULT_SIZE,
    });
    return {
      eventType: 'userblocks.dispatch',
      data: { blocks: items, next_cursor: end === undefined ? null : cursorText([end]) },
      ...(truncated && { meta: { truncated } }),
    };
  }
}

/** @throws Refusal 4003 if the cursor did not come with a page */
function placeOf(cursor: string | null | undefined): number | undefined {
  if (typeof cursor !== 'string') return undefined;
  const [id] = cursorParts(cursor) ?? [];
  if (typeof id === 'number' && Number.isInteger(id) && id > 0 && id < 2 ** 31 && cursorText([id]) === cursor)
    return id;
  throw invalid({ cursor: ['Must be a next_cursor that came with a page of this list.'] });
}
