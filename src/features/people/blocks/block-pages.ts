import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { ServerEvent } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { BlockPolicy } from '../../blocking/block.policy.js';
import { UserBlocksRepository } from '../../blocking/user-blocks.repository.js';
import { cursorParts, cursorText } from '../../../platform/collections/cursor-text.js';

const DEFAULT_SIZE = 50;

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
      after: placeOf(cursor),
      limit: limit ?? DEFAULT_SIZE,
    });
    return { blocks: items, next_cursor: end === undefined ? null : cursorText([end]), truncated };
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
