import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { Limits } from '../../../platform/config/limits.settings.js';
import { RoomPolicy } from '../room.policy.js';
import { RoomNoticesRepository } from './room-notices.repository.js';

const DEFAULT_SIZE = 50;

export interface NoticePageRequest {
  readonly roomId: string;
  /** Only notices with higher numbers. */
  readonly after: number | null | undefined;
  /** Only notices with lower numbers. */
  readonly before: number | null | undefined;
  readonly limit: number | null | undefined;
}

/** What happened to a room in a part of its log. */
@Injectable()
export class NoticePages {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly repository: RoomNoticesRepository,
    private readonly limits: Limits,
  ) {}

  /**
   * The newest notices of the part, in their order.
   * @throws Refusal 4004
   */
  async page(
    actor: Actor,
    { roomId, after, before, limit }: NoticePageRequest,
  ): Promise<ServerEvent<'roomnotices.dispatch'>['data']> {
    const grant = await this.policy.mayRead(actor, roomId);
    const range = { after: after ?? 0, before: before ?? Number.MAX_SAFE_INTEGER };
    const size = { entries: limit ?? DEFAULT_SIZE, answerBytes: this.limits.answerBytes };
    const { notices, hasMore, messagesRemovedBefore } = await this.repository.page(grant, range, size);
    // A user who was removed during the read receives no page.
    await this.policy.mayRead(actor, roomId);
    return {
      room_id: roomId,
      notices: notices.toReversed(),
      has_more: hasMore,
      messages_removed_before: messagesRemovedBefore?.toISOString() ?? null,
    };
  }
}
