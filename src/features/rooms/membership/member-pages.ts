import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { Limits } from '../../../platform/config/limits.settings.js';
import type { PageSize } from '../../../platform/pages/bounded-page.js';
import { cursorOf, isCount, isUuid, NOT_OF_THIS_LIST } from '../../../platform/pages/cursor.js';
import { RoomPolicy } from '../room.policy.js';
import { JoinRequestsRepository } from './join-requests.repository.js';
import { MemberPagesRepository } from './member-pages.repository.js';
import type { MemberPlace } from './member-pages.repository.js';

const DEFAULT_SIZE = 50;

const MEMBERS = cursorOf<MemberPlace & { readonly roomId: string }>(
  { roomId: isUuid, joinedSeq: isCount, userId: isCount },
  NOT_OF_THIS_LIST,
);

/** Requests are ordered by the ids of their users. */
const REQUESTS = cursorOf<{ readonly roomId: string; readonly userId: number }>(
  { roomId: isUuid, userId: isCount },
  NOT_OF_THIS_LIST,
);

export interface MemberPageRequest {
  readonly roomId: string;
  readonly limit: number | null | undefined;
  /** The `next_cursor` of the page before. */
  readonly cursor: string | null | undefined;
}

/** A page, and whether entries are missing in it because of their bytes. */
type MemberPage = ServerEvent<'roommembers.dispatch'>['data'] & { readonly truncated: boolean };
type JoinRequestPage = ServerEvent<'joinrequests.dispatch'>['data'] & { readonly truncated: boolean };

/** The members of a room, in the order in which they joined, and its pending join requests, page by page. */
@Injectable()
export class MemberPages {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly repository: MemberPagesRepository,
    private readonly requests: JoinRequestsRepository,
    private readonly limits: Limits,
  ) {}

  /** @throws Refusal 4003, 4004 */
  async members(actor: Actor, request: MemberPageRequest): Promise<MemberPage> {
    const { roomId, cursor } = request;
    const grant = await this.policy.mayRead(actor, roomId);
    const part = await this.repository.members(grant, this.sizeOf(request), MEMBERS.decode(cursor, { roomId }));
    // A user who was removed during the read receives no page.
    await this.policy.mayRead(actor, roomId);
    const { entries: members, end, truncated } = part;
    return { room_id: roomId, members, next_cursor: MEMBERS.next(end && { roomId, ...end }), truncated };
  }

  /** For those who review them. @throws Refusal 4002, 4003, 4004 */
  async joinRequests(actor: Actor, request: MemberPageRequest): Promise<JoinRequestPage> {
    const { roomId, cursor } = request;
    const grant = await this.policy.mayReview(actor, roomId);
    const part = await this.requests.pending(grant, this.sizeOf(request), REQUESTS.decode(cursor, { roomId })?.userId);
    await this.policy.mayReview(actor, roomId);
    const { entries, end, truncated } = part;
    const next_cursor = REQUESTS.next(end === undefined ? undefined : { roomId, userId: end });
    return { room_id: roomId, join_requests: entries, next_cursor, truncated };
  }

  private sizeOf({ limit }: MemberPageRequest): PageSize {
    return { entries: limit ?? DEFAULT_SIZE, answerBytes: this.limits.answerBytes };
  }
}
