import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { cursorAfter, placeOfCursor } from '../../../platform/pages/timed-place.js';
import { RoomPolicy } from '../../rooms/room.policy.js';
import { HeldListRepository } from './held-list.repository.js';

export interface HeldPageRequest {
  readonly roomId: string;
  readonly limit: number;
  /** The `next_cursor` of the page before. */
  readonly cursor: string | null | undefined;
}

/** A page, and whether messages are missing in it because of their bytes. */
type HeldPage = ServerEvent<'heldlist.dispatch'>['data'] & { readonly truncated: boolean };

/** What is held in a room, the oldest first, page by page: to its leaders all, to others their own. */
@Injectable()
export class HeldPages {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly repository: HeldListRepository,
  ) {}

  /** @throws Refusal 4003, 4004 */
  async page(actor: Actor, { roomId, limit, cursor }: HeldPageRequest): Promise<HeldPage> {
    const after = placeOfCursor(cursor);
    const grant = await this.policy.mayReadAsLeader(actor, roomId);
    const { items, end, truncated } = await this.repository.part(grant, { after, limit });
    return { room_id: roomId, held: items, next_cursor: cursorAfter(end), truncated };
  }
}
