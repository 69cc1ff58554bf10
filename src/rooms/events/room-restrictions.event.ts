import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { Config } from '../../platform/config/config.js';
import { decoded, encoded, LONGEST_CURSOR } from '../membership/member-list.cursor.js';
import { RESTRICTIONS_CURSOR_KEYS, RoomRestrictionsRepository } from '../restrictions/room-restrictions.repository.js';
import { RoomPolicy } from '../room.policy.js';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 200;

class RoomRestrictionsRequest {
  @Id()
  room_id!: string;

  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}

/**
 * `room.restrictions`: returns the restrictions in a room, page by page: to its leaders all, to other members their
 * own.
 */
@Injectable()
@ClientEvent({
  name: 'room.restrictions',
  summary: 'Returns a page of the restrictions in a room; only their own to members who do not lead it.',
  request: RoomRestrictionsRequest,
  stores: false,
  emits: ['roomrestrictions.dispatch'],
})
export class RoomRestrictionsEvent implements EventHandler<RoomRestrictionsRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly restrictions: RoomRestrictionsRepository,
    private readonly config: Config,
  ) {}

  async handle({ limit, cursor, ...request }: RoomRestrictionsRequest, { actor }: EventContext): Promise<Answer> {
    const roomId = request.room_id.toLowerCase();
    const size = { entries: limit ?? DEFAULT_SIZE, answerBytes: this.config.limits.answerBytes };
    const after = typeof cursor === 'string' ? decoded(cursor, roomId, RESTRICTIONS_CURSOR_KEYS) : undefined;
    const part = await this.restrictions.page(await this.policy.mayRead(actor, roomId), size, after);
    const next_cursor = part.end ? encoded({ roomId, last: part.end }) : null;
    return {
      eventType: 'roomrestrictions.dispatch',
      data: { room_id: roomId, restrictions: part.entries, next_cursor },
      ...(part.truncated && { meta: { truncated: part.truncated } }),
    };
  }
}
