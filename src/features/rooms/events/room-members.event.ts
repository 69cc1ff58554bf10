import { Injectable } from '@nestjs/common';
import { Choice, ClientEvent, Id, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { LONGEST_CURSOR } from '../../../platform/pages/cursor.js';
import { MemberPages } from '../membership/member-pages.js';

const LARGEST_SIZE = 200;

class RoomMembersRequest {
  @Id()
  room_id!: string;

  /** `join_requests`: the pending join requests in place of the members. */
  @Optional()
  @Choice(['members', 'join_requests'])
  list?: 'members' | 'join_requests' | null;

  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}

/**
 * `room.members`: returns the members of a room, page by page, in the order in which they joined; to the admins of a
 * GroupChat also its pending join requests.
 */
@Injectable()
@ClientEvent({
  name: 'room.members',
  summary: 'Returns a page of the members of a room, or of its pending join requests.',
  request: RoomMembersRequest,
  stores: false,
  roomTokens: 'open',
  emits: ['roommembers.dispatch', 'joinrequests.dispatch'],
})
export class RoomMembersEvent implements EventHandler<RoomMembersRequest> {
  constructor(private readonly pages: MemberPages) {}

  async handle({ room_id, list, limit, cursor }: RoomMembersRequest, { actor }: EventContext): Promise<Answer> {
    const request = { roomId: room_id.toLowerCase(), limit, cursor };
    if (list === 'join_requests') {
      const { truncated, ...data } = await this.pages.joinRequests(actor, request);
      return { eventType: 'joinrequests.dispatch', data, ...(truncated && { meta: { truncated } }) };
    }
    const { truncated, ...data } = await this.pages.members(actor, request);
    return { eventType: 'roommembers.dispatch', data, ...(truncated && { meta: { truncated } }) };
  }
}
