import { Injectable } from '@nestjs/common';
import { Choice, ClientEvent, Id, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Actor, Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { Config } from '../../platform/config/config.js';
import { JoinRequestsRepository, REQUESTS_CURSOR_KEYS } from '../membership/join-requests.repository.js';
import { decoded, encoded, LONGEST_CURSOR } from '../membership/member-list.cursor.js';
import type { ListPart, PageSize } from '../membership/member-list.cursor.js';
import { MEMBERS_CURSOR_KEYS, MemberPagesRepository } from '../membership/member-pages.repository.js';
import { RoomPolicy } from '../room.policy.js';

const DEFAULT_SIZE = 50;
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
  emits: ['roommembers.dispatch', 'joinrequests.dispatch'],
})
export class RoomMembersEvent implements EventHandler<RoomMembersRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly pages: MemberPagesRepository,
    private readonly requests: JoinRequestsRepository,
    private readonly config: Config,
  ) {}

  handle(request: RoomMembersRequest, { actor }: EventContext): Promise<Answer> {
    return request.list === 'join_requests' ? this.waiting(actor, request) : this.members(actor, request);
  }

  private async members(actor: Actor, request: RoomMembersRequest): Promise<Answer> {
    const roomId = request.room_id.toLowerCase();
    const grant = await this.policy.mayRead(actor, roomId);
    const part = await this.pages.members(grant, this.sizeOf(request), placeOf(request, MEMBERS_CURSOR_KEYS));
    // A user who was removed during the read receives no page.
    await this.policy.mayRead(actor, roomId);
    const page = { room_id: roomId, members: part.entries, next_cursor: cursorOf(roomId, part) };
    return { eventType: 'roommembers.dispatch', data: page, ...metaOf(part) };
  }

  private async waiting(actor: Actor, request: RoomMembersRequest): Promise<Answer> {
    const roomId = request.room_id.toLowerCase();
    const grant = await this.policy.mayReview(actor, roomId);
    const part = await this.requests.pending(grant, this.sizeOf(request), placeOf(request, REQUESTS_CURSOR_KEYS));
    await this.policy.mayReview(actor, roomId);
    const page = { room_id: roomId, join_requests: part.entries, next_cursor: cursorOf(roomId, part) };
    return { eventType: 'joinrequests.dispatch', data: page, ...metaOf(part) };
  }

  private sizeOf({ limit }: RoomMembersRequest): PageSize {
    return { entries: limit ?? DEFAULT_SIZE, answerBytes: this.config.limits.answerBytes };
  }
}

const placeOf = ({ room_id: roomId, cursor }: RoomMembersRequest, parts: number): readonly number[] | undefined =>
  typeof cursor === 'string' ? decoded(cursor, roomId.toLowerCase(), parts) : undefined;

const cursorOf = (roomId: string, { end }: ListPart<unknown>): string | null =>
  end ? encoded({ roomId, last: end }) : null;

const metaOf = ({ truncated }: ListPart<unknown>) => (truncated ? { meta: { truncated } } : {});
