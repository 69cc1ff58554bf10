import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { BlockPolicy } from '../../blocking/block.policy.js';
import { UserBlocksRepository } from '../../blocking/user-blocks.repository.js';
import { cursorOf, isCount, NOT_OF_THIS_LIST } from '../../../platform/pages/cursor.js';

const DEFAULT_SIZE = 50;
const LARGEST_USER_ID = 2_147_483_647;

const CURSOR = cursorOf<{ readonly userId: number }>(
  { userId: (part): part is number => isCount(part) && part > 0 && part <= LARGEST_USER_ID },
  NOT_OF_THIS_LIST,
);

export interface BlockPageRequest {
  readonly limit: number | null | undefined;
  /** The `next_cursor` of the page before. */
  readonly cursor: string | null | undefined;
}

/** A page, and whether blocks are missing in it because of their bytes. */
type BlockPage = ServerEvent<'userblocks.dispatch'>['data'] & { readonly truncated: boolean };

/** The users whom a user blocks, page by page. */
@Injectable()
export class BlockPages {
  constructor(
    private readonly policy: BlockPolicy,
    private readonly repository: UserBlocksRepository,
  ) {}

  /** @throws Refusal 4003 */
  async page(actor: Actor, { limit, cursor }: BlockPageRequest): Promise<BlockPage> {
    const { items, end, truncated } = await this.repository.part(this.policy.mayList(actor), {
      after: CURSOR.decode(cursor)?.userId,
      limit: limit ?? DEFAULT_SIZE,
    });
    return { blocks: items, next_cursor: CURSOR.next(end === undefined ? undefined : { userId: end }), truncated };
  }
}
