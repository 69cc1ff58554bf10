import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { Limits } from '../../../platform/config/limits.settings.js';
import { cursorOf, isCount, isUuid, NOT_OF_THIS_LIST } from '../../../platform/pages/cursor.js';
import { RoomPolicy } from '../room.policy.js';
import { RoomRestrictionsRepository } from './room-restrictions.repository.js';

const DEFAULT_SIZE = 50;

/** Restrictions are ordered by the ids of their users. */
const CURSOR = cursorOf<{ readonly roomId: string; readonly userId: number }>(
  { roomId: isUuid, userId: isCount },
  NOT_OF_THIS_LIST,
);

export interface RestrictionPageRequest {
  readonly roomId: string;
  readonly limit: number | null | undefined;
  /** The `next_cursor` of the page before. */
  readonly cursor: string | null | undefined;
}

/** A page, and whether restrictions are missing in it because of their bytes. */
type RestrictionPage = ServerEvent<'roomrestrictions.dispatch'>['data'] & { readonly truncated: boolean };

/** The restrictions in a room, page by page: to its leaders all, to other members their own. */
@Injectable()
export class RestrictionPages {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly repository: RoomRestrictionsRepository,
    private readonly limits: Limits,
  ) {}

  /** @throws Refusal 4003, 4004 */
  async page(actor: Actor, { roomId, limit, cursor }: RestrictionPageRequest): Promise<RestrictionPage> {
    const size = { entries: limit ?? DEFAULT_SIZE, answerBytes: this.limits.answerBytes };
    const after = CURSOR.decode(cursor, { roomId })?.userId;
    const { entries, end, truncated } = await this.repository.page(
      await this.policy.mayReadAsLeader(actor, roomId),
      size,
      after,
    );
    const next_cursor = CURSOR.next(end === undefined ? undefined : { roomId, userId: end });
    return { room_id: roomId, restrictions: entries, next_cursor, truncated };
  }
}
