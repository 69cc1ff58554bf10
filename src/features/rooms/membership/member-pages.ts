import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { Limits } from '../../../platform/config/limits.settings.js';
import { RoomPolicy } from '../room.policy.js';
import { JoinRequestsRepository, REQUESTS_CURSOR_KEYS } from './join-requests.repository.js';
import { decoded, encoded } from './member-list.cursor.js';
import type { ListPart, PageSize } from './member-list.cursor.js';
import { MEMBERS_CURSOR_KEYS, MemberPagesRepository } from './member-pages.repository.js';

const DEFAULT_SIZE = 50;

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
    const { roomId } = request;
    const grant = await this.policy.mayRead(actor, roomId);
    const part = await this.repository.members(grant, this.sizeOf(request), placeOf(request, MEMBERS_CURSOR_KEYS));
    // A user who was removed during the read receives no page.
    await this.policy.mayRead(actor, roomId);
    const { entries: members, truncated } = part;
    return { room_id: roomId, members, next_cursor: cursorOf(roomId, part), truncated };
  }

  /** For those who review them. @throws Refusal 4002, 4003, 4004 */
  async joinRequests(actor: Actor, request: MemberPageRequest): Promise<JoinRequestPage> {
    const { roomId } = request;
    const grant = await this.policy.mayReview(actor, roomId);
    const part = await this.requests.pending(grant, this.sizeOf(request), placeOf(request, REQUESTS_CURSOR_KEYS));
    await this.policy.mayReview(actor, roomId);
    const { entries, truncated } = part;
    return { room_id: roomId, join_requests: entries, next_cursor: cursorOf(roomId, part), truncated };
  }

  private sizeOf({ limit }: MemberPageRequest): PageSize {
    return { entries: limit ?? DEFAULT_SIZE, answerBytes: this.limits.answerBytes };
  }
}

const placeOf = ({ roomId, cursor }: MemberPageRequest, parts: number): readonly number[] | undefined =>
  typeof cursor === 'string' ? decoded(cursor, roomId, parts) : undefined;

const cursorOf = (roomId: string, { end }: ListPart<unknown>): string | null =>
  end ? encoded({ roomId, last: end }) : null;
